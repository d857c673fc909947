import { firstView } from "../first-view.tsx";
import { readSegment } from "../segment-reads.ts";
import { ContactsScreen } from "./screen.tsx";

export default firstView(ContactsScreen, (visit) => [
  readSegment(visit, "contacts"),
  visit.read("segments.list", {}),
  visit.read("fields.list", {}),
]);
