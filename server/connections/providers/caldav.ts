import { DAY } from "#lib/time/zone.ts";
import { type BookingEvent, writeEvent } from "#server/connections/calendar/write-event.ts";
import { ProviderError } from "#server/platform/errors.ts";
import { type Log, log as writeLog } from "#server/platform/log.ts";
import { machineDate } from "#server/platform/machine.ts";
import type { ProviderSettings } from "#server/platform/settings.ts";
import { type Dav, type DavLogin, davAnswer, davConnection, davFind, davQuery, xmlText } from "./dav.ts";
import type { Provider } from "./provider.ts";

type CaldavAccount = DavLogin & { home: string };

// A page is waiting. Connecting takes more requests.
const WORK_MS = 7_000;
const DISCOVERY_MS = 15_000;

export async function caldavHome(
  settings: ProviderSettings,
  { url, ...login }: DavLogin & { url: string },
): Promise<string> {
  const dav = davConnection(settings, login, url, DISCOVERY_MS);
  const home = await hrefIn(dav, await principalOf(dav, url), "c:calendar-home-set");
  if (!home) throw new Error("No calendars found");
  return home;
}

/** RFC 6764. */
async function principalOf(dav: Dav, url: string): Promise<string> {
  const places = new Set([await wellKnown(dav, url), url, new URL("/", url).href]);
  let failure: unknown = new Error("This server doesn't name the signed-in user's calendars");
  for (const place of places) {
    try {
      const found = place && (await hrefIn(dav, place, "d:current-user-principal"));
      if (found) return found;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function wellKnown({ ask }: Dav, url: string): Promise<string | null> {
  const place = new URL("/.well-known/caldav", url);
  for (const method of ["PROPFIND", "GET"]) {
    const answer = await ask(place, { method }).catch(() => null);
    const location = answer && answer.status >= 300 && answer.status < 400 && answer.headers.get("location");
    const found = location ? URL.parse(location, place) : null;
    // Behind a mapped port, servers redirect to themselves without the port.
    if (found?.hostname === place.hostname && !found.port) found.port = place.port;
    if (found) return found.href;
  }
  return null;
}

async function hrefIn(dav: Dav, url: string, property: string): Promise<string | null> {
  const bytes = await davFind(dav, url, "0", [property]);
  return dav.read("davHref", bytes, url, property.replace(/^\w:/, ""));
}

/** A calendar's id is its URL. */
export function caldavCalendars(
  settings: ProviderSettings,
  account: CaldavAccount,
  timezone: string,
  log: Log = writeLog,
): Omit<Provider, "send"> {
  const connect = (ms = WORK_MS) => davConnection(settings, account, account.home, ms);

  return {
    calendars: async () => {
      const dav = connect();
      const bytes = await davFind(dav, account.home, "1", [
        "d:displayname",
        "d:resourcetype",
        "d:current-user-privilege-set",
        "c:supported-calendar-component-set",
      ]);
      return dav.read("davCalendars", bytes, account.home);
    },

    events: async (calendarId, from, to, ms) => {
      const dav = connect(ms);
      // Servers treat floating times as UTC, so query a day more on each side.
      const [start, end] = [davTime(from.getTime() - DAY), davTime(to.getTime() + DAY)];
      const bytes = await davQuery(dav, calendarId, `<c:time-range start="${start}" end="${end}"/>`);
      const { events, broken } = await dav.read("davEvents", bytes, calendarId, { from, to, timezone });
      if (broken.length > 0) log("calendar objects broken", { count: broken.length, first: broken[0] });
      return events;
    },

    saveEvent: async (calendarId, event) => {
      const dav = connect();
      const data = writeEvent(event, machineDate());
      const put = (url: string, condition: Record<string, string>) =>
        davAnswer(dav, url, { method: "PUT", headers: { ...ICS, ...condition }, body: data }, [409, 412]);
      const created = await put(objectUrl(calendarId, event.uid), { "if-none-match": "*" });
      if (created.ok) return;
      const found = await find(dav, calendarId, event.uid, event);
      if (found?.isSame) return;
      const changed = found && (await put(found.url, found.etag ? { "if-match": found.etag } : {}));
      if (!changed?.ok) throw new ProviderError("later", "Someone else is changing this event");
    },

    removeEvent: async (calendarId, uid) => {
      const dav = connect();
      const remove = (url: string) => davAnswer(dav, url, { method: "DELETE" }, [404, 410]);
      if ((await remove(objectUrl(calendarId, uid))).ok) return;
      const found = await find(dav, calendarId, uid, null);
      if (found) await remove(found.url);
    },
  };
}

const ICS = { "content-type": "text/calendar; charset=utf-8" };

/** By UID: a program that imported the event from an email chose its own file name. */
async function find(dav: Dav, calendarId: string, uid: string, event: BookingEvent | null) {
  const match = `<c:text-match collation="i;octet">${xmlText(uid)}</c:text-match>`;
  const bytes = await davQuery(dav, calendarId, `<c:prop-filter name="UID">${match}</c:prop-filter>`);
  return dav.read("davObject", bytes, calendarId, event);
}

/** Named after the UID, so that a repeated write hits the same file. */
function objectUrl(calendarId: string, uid: string): string {
  return new URL(`${encodeURIComponent(uid)}.ics`, calendarId.replace(/\/?$/, "/")).href;
}

function davTime(moment: number): string {
  return new Date(moment).toISOString().replace(/[-:]|\.\d+/g, "");
}
