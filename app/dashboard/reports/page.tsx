import { reportQuery } from "#lib/report-periods.ts";
import { firstView } from "../first-view.tsx";
import type { Entry, Visit } from "../visit.ts";
import { ReportsScreen } from "./screen.tsx";

export default firstView(ReportsScreen, (visit) => [
  report(visit),
  visit.read("products.list", {}),
  visit.read("team.list", {}),
]);

async function report(visit: Visit): Entry {
  const { timezone } = await visit.me;
  return visit.readIfAllowed("dashboard.report", { query: reportQuery(visit.url.searchParams, timezone) });
}
