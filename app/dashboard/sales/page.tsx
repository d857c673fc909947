import { firstView } from "../first-view.tsx";
import { readSegment } from "../segment-reads.ts";
import type { LateEntry, Visit } from "../visit.ts";
import { SalesScreen } from "./screen.tsx";

export default firstView(
  SalesScreen,
  (visit) => [readSegment(visit, "sales"), visit.read("segments.list", {})],
  openSales,
);

function openSales(visit: Visit): LateEntry[] {
  const { searchParams } = visit.url;
  if (searchParams.get("where")) return [];
  return [visit.readLate("sales.open", { query: { search: searchParams.get("q") ?? "" } })];
}
