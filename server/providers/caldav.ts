import { createAccount } from "tsdav";
import { expand } from "../calendar/expand.ts";
import { mended } from "../calendar/mended.ts";
import { isSameEvent, ownEventIcs } from "../calendar/own-event.ts";
import { type Log, log as writeLog } from "../log.ts";
import { type DavLogin, davAnswer, davFetch, davItems, davNames, davText, hasKey } from "./dav.ts";
import type { Fetch } from "./guarded-fetch.ts";
import { type OwnEvent, type Provider, ProviderError, type ProviderEvent } from "./provider.ts";
import type { ProviderSettings } from "./settings.ts";

/** `home` is the collection that holds the calendars. */
export type CaldavAccount = DavLogin & { home: string };

const DAY = 86_400_000;
// Whoever waits for a page waits no longer than that; connecting asks more and may take longer.
const WORK_MS = 7_000;
const DISCOVERY_MS = 15_000;
const EXPANSION_MS = 2_000;

/** Finds where a server keeps a person's calendars, from any address on it. Throws whatever went wrong. */
export async function caldavHome(
  settings: ProviderSettings,
  { url, ...login }: DavLogin & { url: string },
): Promise<string> {
  const ask = davFetch(settings, login, DISCOVERY_MS);
  const account = await createAccount({
    account: { serverUrl: url, accountType: "caldav" },
    fetch: (input, init) => ask(String(input), init),
  });
  if (!account.homeUrl) throw new Error("There are no calendars");
  return account.homeUrl;
}

/** Calendars on a CalDAV server; a calendar's id is its address. Times without zone are of `timezone`. */
export function caldavCalendars(
  settings: ProviderSettings,
  account: CaldavAccount,
  timezone: string,
  log: Log = writeLog,
): Omit<Provider, "send"> {
  const connect = () => davFetch(settings, account, WORK_MS);

  return {
    calendars: async () => {
      const items = await davItems(connect(), account.home, "PROPFIND", {
        propfind: {
          "d:prop": {
            "d:displayname": {},
            "d:resourcetype": {},
            "d:current-user-privilege-set": {},
            "c:supported-calendar-component-set": {},
          },
        },
      });
      return items
        .filter(({ props }) => davNames(props.resourcetype).includes("calendar") && holdsEvents(props))
        .map(({ url, props }) => ({
          id: url,
          name: davText(props.displayname) ?? new URL(url).pathname,
          isPrimary: false,
          isReadOnly: !isWritable(props.currentUserPrivilegeSet),
        }))
        .sort((a, b) => a.name.localeCompare(b.name));
    },

    events: async (calendarId, from, to) => {
      // Servers read times without zone and whole days as UTC.
      const around = { start: davTime(from.getTime() - DAY), end: davTime(to.getTime() + DAY) };
      const items = await query(connect(), calendarId, { "c:time-range": { _attributes: around } });
      // Some name the calendar itself among what it holds.
      const objects = items
        .filter(({ url }) => url !== calendarId)
        .map(({ url, props }) => ({ url, ics: dataOf(props) ?? "" }));
      if (objects.length > 0 && !objects.some(({ ics }) => isCalendar(ics))) {
        throw new ProviderError("later", "The calendar server's answer cannot be understood");
      }
      const begun = performance.now();
      const broken: string[] = [];
      const events = objects.flatMap(({ url, ics }) => {
        if (performance.now() - begun > EXPANSION_MS) {
          throw new ProviderError("never", "This calendar has too many recurring events");
        }
        return readable(ics, from, to, timezone, () => broken.push(url));
      });
      if (broken.length > 0) log("calendar objects broken", { count: broken.length, first: broken[0] });
      return events;
    },

    saveEvent: async (calendarId, event) => {
      const ask = connect();
      const data = ownEventIcs(event);
      const put = (url: string, condition: Record<string, string>) =>
        davAnswer(ask, url, { method: "PUT", headers: { ...ICS, ...condition }, body: data }, [409, 412]);
      const created = await put(objectUrl(calendarId, event.uid), { "if-none-match": "*" });
      if (created.ok) return;
      const found = await find(ask, calendarId, event.uid);
      if (found && isSameEvent(found.data, event)) return;
      const changed = found && (await put(found.url, found.etag ? { "if-match": found.etag } : {}));
      if (!changed?.ok) throw new ProviderError("later", "Somebody else is changing this event");
    },

    removeEvent: async (calendarId, uid) => {
      const ask = connect();
      const remove = (url: string) => davAnswer(ask, url, { method: "DELETE" }, [404, 410]);
      if ((await remove(objectUrl(calendarId, uid))).ok) return;
      const found = await find(ask, calendarId, uid);
      if (found) await remove(found.url);
    },
  };
}

const ICS = { "content-type": "text/calendar; charset=utf-8" };

function query(ask: Fetch, calendarId: string, filter: object) {
  const calendar = { _attributes: { name: "VCALENDAR" } };
  const event = { _attributes: { name: "VEVENT" }, ...filter };
  return davItems(ask, calendarId, "REPORT", {
    "c:calendar-query": {
      "d:prop": { "d:getetag": {}, "c:calendar-data": {} },
      "c:filter": { "c:comp-filter": { ...calendar, "c:comp-filter": event } },
    },
  });
}

/** An event of ours, wherever on the calendar it lies: programs that took it out of a mail chose their own place. */
async function find(ask: Fetch, calendarId: string, uid: OwnEvent["uid"]) {
  const match = { _attributes: { collation: "i;octet" }, _text: uid };
  const items = await query(ask, calendarId, {
    "c:prop-filter": { _attributes: { name: "UID" }, "c:text-match": match },
  });
  const [item] = items;
  return item && { url: item.url, etag: davText(item.props.getetag), data: dataOf(item.props) ?? "" };
}

/** The file of an event is called after it, so that writing it twice meets the first one. */
function objectUrl(calendarId: string, uid: string): string {
  return new URL(`${encodeURIComponent(uid)}.ics`, calendarId.replace(/\/?$/, "/")).href;
}

function dataOf(props: Record<string, unknown>): string | null {
  return davText(props.calendarData);
}

/**
 * The events of one object. A broken one blocks what can be read of it. One that does not even tell a day is left out:
 * it would close the store's bookings for as long as it lies there, and nobody could find it but by the log.
 */
function readable(
  ics: string,
  from: Date,
  to: Date,
  timezone: string,
  onBroken: () => void,
): ProviderEvent[] {
  try {
    if (isCalendar(ics)) return expand(ics, from, to, timezone);
  } catch {
    // Read once more below.
  }
  onBroken();
  try {
    return expand(mended(ics), from, to, timezone);
  } catch {
    return [];
  }
}

function isCalendar(ics: string): boolean {
  return /^\s*BEGIN:VCALENDAR/i.test(ics);
}

/** Where a server tells what may be done there. */
function isWritable(privileges: unknown): boolean {
  if (!hasKey(privileges, "privilege")) return true;
  return davNames(privileges.privilege).some((name) =>
    ["all", "write", "writeContent", "bind"].includes(name),
  );
}

/** Lists of tasks are calendars, too. */
function holdsEvents({ supportedCalendarComponentSet: set }: Record<string, unknown>): boolean {
  if (!hasKey(set, "comp")) return true;
  const names = [set.comp].flat().map((comp) => hasKey(comp, "_attributes") && comp._attributes);
  return names.some((attributes) => hasKey(attributes, "name") && attributes.name === "VEVENT");
}

function davTime(moment: number): string {
  return new Date(moment).toISOString().replace(/[-:]|\.\d+/g, "");
}
