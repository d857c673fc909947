import { firstView } from "../../first-view.tsx";
import { StoreScreen } from "./screen.tsx";

export default firstView(StoreScreen, (visit) => [
  visit.readIfAllowed("organization.brand", {}, "organization.setBrand"),
  visit.read("appointmentTypes.list", {}),
]);
