import { firstView } from "../../first-view.tsx";
import type { Visit } from "../../visit.ts";
import { CampaignScreen } from "./screen.tsx";

export default firstView(CampaignScreen, (visit) => [
  ...(visit.id === "new" ? [] : campaign(visit)),
  visit.read("templates.list", {}),
  visit.read("templates.placeholders", {}),
  visit.read("segments.list", {}),
  visit.read("organization.timezone", {}),
]);

/** A draft's template and a sent campaign's report, because the state isn't known yet. */
function campaign(visit: Visit) {
  const input = { params: { id: visit.id } };
  return [
    visit.read("campaigns.get", input),
    visit.read("campaigns.report", input),
    visit.read("campaigns.mails", { ...input, query: {} }),
  ];
}
