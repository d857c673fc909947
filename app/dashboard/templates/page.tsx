export { TemplatesScreen as default } from "./screen.tsx";
