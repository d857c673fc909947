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

function campaign(visit: Visit) {
  const input = { params: { id: visit.id } };
  return [
    visit.read("campaigns.get", input),
    visit.read("campaigns.report", input),
    visit.read("campaigns.mails", { ...input, query: {} }),
  ];
}
