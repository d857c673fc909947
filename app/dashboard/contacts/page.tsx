export { ContactsScreen as default } from "./screen.tsx";
