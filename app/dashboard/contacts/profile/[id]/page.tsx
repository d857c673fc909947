import { timelineKinds } from "#lib/contract/timeline-terms.ts";
import { firstView } from "../../../first-view.tsx";
import type { Entry, Visit } from "../../../visit.ts";
import { ContactProfileScreen } from "./screen.tsx";

export default firstView(ContactProfileScreen, (visit) => {
  const { id } = visit;
  const input = { params: { id } };
  return [
    visit.read("contacts.get", input),
    visit.read("tasks.list", { query: { contact: id, limit: 100 } }),
    visit.read("fields.list", {}),
    visit.read("relations.ofContact", input),
    visit.read("timeline.head", input),
    visit.read("repairs.list", { query: { contact: id } }),
    ...history(visit),
  ];
});

/** A section 7 host has no timeline, and shows sales and notes at once. */
function history(visit: Visit): Entry[] {
  const view = visit.url.searchParams.get("view") || "timeline";
  const input = { params: { id: visit.id } };
  const shown = async (name: "sales.ofContact" | "notes.ofContact", of: string) => {
    if (view !== of && (await visit.complete)) throw new Error(`The ${of} are not shown`);
    return visit.read(name, input);
  };
  const lists = [shown("sales.ofContact", "sales"), shown("notes.ofContact", "notes")];
  return view === "timeline" ? [timeline(visit), ...lists] : lists;
}

async function timeline(visit: Visit): Entry {
  const { searchParams } = visit.url;
  const kind = timelineKinds.find((known) => known === searchParams.get("kind"));
  const query = { kind, search: searchParams.get("find") || undefined };
  const [key, page] = await visit.read("timeline.ofContact", { params: { id: visit.id }, query });
  return [`$inf$${key}`, [page]];
}
