export { HoursScreen as default } from "./screen.tsx";
