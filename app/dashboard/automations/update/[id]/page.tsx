import type { Automation } from "#lib/contract/automations.ts";
import { firstView } from "../../../first-view.tsx";
import type { Entry, Visit } from "../../../visit.ts";
import { AutomationUpdateScreen } from "./screen.tsx";

export default firstView(
  AutomationUpdateScreen,
  (visit) => {
    const input = { params: { id: visit.id } };
    const automation = visit.read("automations.get", input);
    return [
      automation,
      template(visit, automation),
      visit.read("automations.mails", { ...input, query: {} }),
      visit.read("templates.list", {}),
      visit.read("organization.timezone", {}),
      visit.read("organization.mailLimits", {}),
      visit.read("organization.consent", {}),
      visit.read("segments.list", {}),
      visit.read("fields.list", {}),
    ];
  },
  (visit) => [visit.readLate("automations.recipients", { params: { id: visit.id }, query: {} })],
);

async function template(visit: Visit, automation: Entry): Entry {
  const { action } = (await automation)[1] as Automation;
  if (!action?.templateId) throw new Error("It doesn’t send a template");
  return visit.read("templates.get", { params: { id: action.templateId } });
}
