import { firstView } from "../../first-view.tsx";
import { AppointmentTypesScreen } from "./screen.tsx";

export default firstView(AppointmentTypesScreen, (visit) => [
  visit.read("appointmentTypes.list", {}),
  visit.readIfAllowed("organization.bookingRules", {}),
]);
