import type { PersonCalendar } from "../caldav.ts";
import { now } from "../machine.ts";
import { DAY } from "../world.ts";
import { type Invariant, isNew, type Look, rowsOf, sql } from "./invariant.ts";

/** A host decides minutes after it read, if the database stalls. */
const MARGIN = 5 * 60_000;

type Place = {
  user_id: string;
  starts_at: string;
  ends_at: string;
  is_overlap: boolean;
  allowed: string[] | null;
};
/** `was`: what it changed. `last`: the appointment as it is now. */
type Entry = { id: string; at: string; was: Partial<Place> | null; last: Place; isNew: boolean };

export const knownFree: Invariant = {
  name: "known free",
  says: "Nobody is booked over an event of their own calendar, or while it can't be read, unless staff allowed it.",
  async check(look) {
    const { calendars } = look.world.calendarServer;
    const wrong: string[] = [];
    for (const entries of (await entriesOf(look)).values()) {
      const had = new Set<string>();
      for (const { id, at, isNew: isRecent, place } of placesOf(entries)) {
        const calendar = calendars.find(({ userId }) => userId === place.user_id);
        const key = `${place.user_id} ${place.starts_at}`;
        // An undo gives back the earlier place.
        const isChosen = !had.has(key) && !place.is_overlap && !place.allowed?.includes("UNREAD");
        had.add(key);
        const reason = isChosen && isRecent && calendar && reasonAgainst(calendar, place, Date.parse(at));
        if (reason) wrong.push(`${id} at ${at}: ${reason}, ${JSON.stringify(place)}`);
      }
    }
    return wrong;
  },
};

/** With the place that each entry left. The newest is known, so it goes back from there. */
function placesOf(entries: Entry[]): (Entry & { place: Place })[] {
  let place = entries[0]?.last as Place;
  return entries
    .toReversed()
    .map((entry) => {
      const left = place;
      place = { ...place, ...entry.was };
      return { ...entry, place: left };
    })
    .toReversed();
}

function reasonAgainst({ busy, reads }: PersonCalendar, { starts_at, ends_at }: Place, at: number) {
  const [from, until] = [Date.parse(starts_at), Date.parse(ends_at)];
  const isRead = reads.some(
    (read) => read.at <= at && read.at > at - MARGIN && read.from <= from && read.until >= until,
  );
  if (!isRead) return "nobody read the calendar";
  const over = busy.find(
    (one) => one.from < until && one.until > from && one.since < at - MARGIN && one.goneAt > at,
  );
  return over && `over ${JSON.stringify(over)}`;
}

async function entriesOf(look: Look): Promise<Map<string, Entry[]>> {
  // The calendars remember two days.
  const recent = sql`j.at > ${new Date(now() - 1.5 * DAY).toISOString()}::timestamptz`;
  const entries = await rowsOf<Entry>(
    look,
    sql`select j.record_id as id, j.at, j.was, to_jsonb(b) as last, (${isNew(look, "j")} and ${recent}) as "isNew"
      from journal j join bookings b on b.organization_id = j.organization_id and b.id = j.record_id
      where j.kind = 'booking' and j.action in ('created', 'changed')
        and j.record_id in (select record_id from journal n where n.kind = 'booking' and ${isNew(look, "n")})
      order by j.id`,
  );
  return Map.groupBy(entries, ({ id }) => id);
}
