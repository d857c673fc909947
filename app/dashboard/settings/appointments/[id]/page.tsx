export { AppointmentTypeScreen as default } from "./screen.tsx";
