export { AccountScreen as default } from "./screen.tsx";
