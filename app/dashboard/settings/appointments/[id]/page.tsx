import { firstView } from "../../../first-view.tsx";
import { AppointmentTypeScreen } from "./screen.tsx";

export default firstView(AppointmentTypeScreen, (visit) => [
  visit.read("appointmentTypes.list", {}),
  visit.read("team.list", {}),
]);
