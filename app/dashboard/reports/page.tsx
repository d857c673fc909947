export { ReportsScreen as default } from "./screen.tsx";
