export { AutomationUpdateScreen as default } from "./screen.tsx";
