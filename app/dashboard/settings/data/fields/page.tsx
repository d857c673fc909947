export { FieldsScreen as default } from "./screen.tsx";
