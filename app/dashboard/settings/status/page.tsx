export { StatusScreen as default } from "./screen.tsx";
