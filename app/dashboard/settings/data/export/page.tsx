export { ExportScreen as default } from "./screen.tsx";
