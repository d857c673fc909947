export { ContactProfileScreen as default } from "./screen.tsx";
