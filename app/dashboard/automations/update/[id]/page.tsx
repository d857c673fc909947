import { firstView } from "../../../first-view.tsx";
import { AutomationUpdateScreen } from "./screen.tsx";

export default firstView(AutomationUpdateScreen, (visit) => {
  const input = { params: { id: visit.id } };
  return [
    visit.read("automations.get", input),
    visit.read("automations.recipients", { ...input, query: {} }),
    visit.read("automations.mails", { ...input, query: {} }),
    visit.read("templates.list", {}),
    visit.read("organization.timezone", {}),
    visit.read("segments.list", {}),
  ];
});
