import { periodOf, readPlace } from "#lib/calendar/period.ts";
import { dayOf } from "#lib/time/days.ts";
import { firstView } from "../first-view.tsx";
import type { Entry, Visit } from "../visit.ts";
import { AppointmentsScreen } from "./screen.tsx";

export default firstView(AppointmentsScreen, (visit) => [events(visit)]);

/** A section 7 host only has events after an account is connected. */
async function events(visit: Visit): Entry {
  const user = await visit.me;
  const timezone = user.timezone || "UTC";
  const today = dayOf(Date.now(), timezone);
  const { from, to, days } = periodOf(
    readPlace(visit.url.searchParams),
    timezone,
    today,
    user.dates?.weekStart,
  );
  if (await visit.complete) {
    const query = { from: days[0]?.date ?? "", to: days.at(-1)?.date ?? "" };
    return visit.read("people.calendar", { query });
  }
  if (!user.isEmailIntegrationComplete) throw new Error("No account is connected");
  return visit.read("integration.events", { query: { from, to } });
}
