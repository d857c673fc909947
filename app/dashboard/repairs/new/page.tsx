import { firstView } from "../../first-view.tsx";
import type { Entry, Visit } from "../../visit.ts";
import { NewRepairScreen } from "./screen.tsx";

export default firstView(NewRepairScreen, (visit) => [
  visit.read("team.list", {}),
  visit.read("repairs.counts", {}),
  visit.read("organization.brand", {}),
  visit.read("repairs.settings", {}),
  ...asked(visit, "contact", "contacts.get"),
  ...asked(visit, "sale", "sales.get"),
]);

function asked(visit: Visit, param: string, read: "contacts.get" | "sales.get"): Entry[] {
  const id = visit.url.searchParams.get(param) ?? "";
  return /^[\w-]{1,64}$/.test(id) ? [visit.read(read, { params: { id } })] : [];
}
