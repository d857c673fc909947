export { SecurityScreen as default } from "./screen.tsx";
