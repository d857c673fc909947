import { firstView } from "../first-view.tsx";
import { AccountScreen } from "./screen.tsx";

export default firstView(AccountScreen, (visit) => [
  visit.read("organization.timezone", {}),
  visit.read("organization.timezones", {}),
  visit.readIfAllowed("organization.rights", {}, "organization.setRights"),
  visit.readIfAllowed("organization.consent", {}, "organization.setConsent"),
  visit.readIfAllowed("organization.mailLimits", {}, "organization.setMailLimits"),
]);
