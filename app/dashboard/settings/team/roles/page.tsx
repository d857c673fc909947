import { firstView } from "../../../first-view.tsx";
import { RolesScreen } from "./screen.tsx";

export default firstView(RolesScreen, (visit) => [
  visit.readIfAllowed("organization.rights", {}, "organization.setRights"),
]);
