export { TagsScreen as default } from "./screen.tsx";
