export { AppointmentTypesScreen as default } from "./screen.tsx";
