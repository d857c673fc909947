import { firstView } from "../../first-view.tsx";
import { IntegrationsScreen } from "./screen.tsx";

export default firstView(IntegrationsScreen, (visit) => [
  visit.read("integration.account", {}),
  visit.read("letters.settings", {}),
]);
