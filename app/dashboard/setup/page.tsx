import { firstView } from "../first-view.tsx";
import { SetupScreen } from "./screen.tsx";

export default firstView(SetupScreen, (visit) => [
  visit.readIfAllowed("setup.get", {}),
  visit.read("organization.timezone", {}),
  visit.read("organization.timezones", {}),
  visit.read("organization.brand", {}),
]);
