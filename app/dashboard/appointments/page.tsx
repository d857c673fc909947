export { AppointmentsScreen as default } from "./screen.tsx";
