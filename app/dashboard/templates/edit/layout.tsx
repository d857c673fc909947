export { TemplateEditorLayout as default } from "./screen.tsx";
