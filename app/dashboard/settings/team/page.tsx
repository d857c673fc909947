export { TeamScreen as default } from "./screen.tsx";
