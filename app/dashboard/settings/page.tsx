import { firstView } from "../first-view.tsx";
import { AccountScreen } from "./screen.tsx";

export default firstView(AccountScreen, (visit) => [
  visit.read("organization.timezone", {}),
  visit.read("organization.timezones", {}),
]);
