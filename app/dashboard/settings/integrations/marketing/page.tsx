import { firstView } from "../../../first-view.tsx";
import { MarketingScreen } from "./screen.tsx";

export default firstView(MarketingScreen, (visit) => [
  visit.readIfAllowed("organization.consent", {}, "organization.setConsent"),
  visit.readIfAllowed("organization.mailLimits", {}, "organization.setMailLimits"),
]);
