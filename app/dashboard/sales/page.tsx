import { firstView } from "../first-view.tsx";
import { readSegment } from "../segment-reads.ts";
import { SalesScreen } from "./screen.tsx";

export default firstView(SalesScreen, (visit) => [
  readSegment(visit, "sales"),
  visit.read("segments.list", {}),
]);
