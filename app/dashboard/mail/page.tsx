export { MailScreen as default } from "./screen.tsx";
