export { HomeScreen as default } from "./screen.tsx";
