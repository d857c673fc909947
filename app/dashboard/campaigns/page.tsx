export { CampaignsScreen as default } from "./screen.tsx";
