import { aiFormUrl } from "#lib/env.ts";
import { firstView } from "../first-view.tsx";
import { Automations } from "./automations.tsx";

function AutomationsScreen() {
  return <Automations aiFormUrl={aiFormUrl()} />;
}

export default firstView(AutomationsScreen, (visit) => [
  visit.read("automations.list", {}),
  visit.read("templates.list", {}),
  visit.read("organization.timezone", {}),
]);
