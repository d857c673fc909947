export { CampaignScreen as default } from "./screen.tsx";
