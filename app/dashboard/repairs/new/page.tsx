import { firstView } from "../../first-view.tsx";
import type { Entry, Visit } from "../../visit.ts";
import { NewRepairScreen } from "./screen.tsx";

export default firstView(NewRepairScreen, (visit) => [
  visit.read("team.list", {}),
  visit.read("repairs.counts", {}),
  visit.read("organization.brand", {}),
  visit.read("repairs.settings", {}),
  ...customer(visit),
]);

function customer(visit: Visit): Entry[] {
  const id = visit.url.searchParams.get("contact") ?? "";
  return /^[\w-]{1,64}$/.test(id) ? [visit.read("contacts.get", { params: { id } })] : [];
}
