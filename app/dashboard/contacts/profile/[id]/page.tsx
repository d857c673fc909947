import { timelineKinds } from "#lib/contract/timeline-terms.ts";
import { firstView } from "../../../first-view.tsx";
import type { Entry, Visit } from "../../../visit.ts";
import { ContactProfileScreen } from "./screen.tsx";

export default firstView(ContactProfileScreen, (visit) => {
  const { id } = visit;
  const input = { params: { id } };
  return [
    visit.read("contacts.get", input),
    visit.read("sales.ofContact", input),
    visit.read("tasks.list", { query: { contact: id, limit: 100 } }),
    visit.read("fields.list", {}),
    visit.read("relations.ofContact", input),
    visit.read("timeline.head", input),
    ...history(visit),
  ];
});

/** The view in the URL; a section 7 host only has notes. */
function history(visit: Visit): Entry[] {
  const view = visit.url.searchParams.get("view") || "timeline";
  const notes = async () => {
    if (view !== "notes" && (await visit.complete)) throw new Error("The notes are not shown");
    return visit.read("notes.ofContact", { params: { id: visit.id } });
  };
  return view === "timeline" ? [timeline(visit), notes()] : [notes()];
}

async function timeline(visit: Visit): Entry {
  const { searchParams } = visit.url;
  const kind = timelineKinds.find((known) => known === searchParams.get("kind"));
  const query = { kind, search: searchParams.get("find") || undefined };
  const [key, page] = await visit.read("timeline.ofContact", { params: { id: visit.id }, query });
  return [`$inf$${key}`, [page]];
}
