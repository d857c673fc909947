import { redirect } from "next/navigation";
import type { Setup } from "#lib/contract/setup.ts";
import { periodQuery, readPeriod } from "#lib/periods.ts";
import { firstView } from "./first-view.tsx";
import { HomeScreen } from "./screen.tsx";
import type { Entry, Visit } from "./visit.ts";

export default firstView(
  HomeScreen,
  (visit) => [summary(visit), day(visit), setup(visit)],
  (visit) => [visit.readLate("people.today", {})],
);

/** The period depends on the user's time zone, so this waits for the user. */
async function summary(visit: Visit): Entry {
  const period = readPeriod(visit.url.searchParams.get("period"));
  const query = periodQuery(period, (await visit.me).timezone || "UTC");
  return visit.read("dashboard.summary", { query });
}

async function day(visit: Visit): Entry {
  const whose = visit.ofAll && visit.ofAll === (await visit.me).id ? "all" : "mine";
  return visit.read("today.get", { query: { whose } });
}

async function setup(visit: Visit): Entry {
  const entry = await visit.readIfAllowed("setup.get", {});
  if ((entry[1] as Setup).isDue) redirect("/dashboard/setup");
  return entry;
}
