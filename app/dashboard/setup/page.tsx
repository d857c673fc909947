export { SetupScreen as default } from "./screen.tsx";
