export { IntegrationsScreen as default } from "./screen.tsx";
