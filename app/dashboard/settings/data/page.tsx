export { ImportScreen as default } from "./screen.tsx";
