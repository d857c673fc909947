import { DAY } from "#lib/time/zone.ts";
import { type BookingEvent, writeEvent } from "#server/connections/calendar/write-event.ts";
import { ProviderError } from "#server/platform/errors.ts";
import { type Log, log as writeLog } from "#server/platform/log.ts";
import { machineDate } from "#server/platform/machine.ts";
import type { ProviderSettings } from "#server/platform/settings.ts";
import { type Fetch, guardedFetch } from "./guarded-fetch.ts";
import type { Provider } from "./provider.ts";
import { type Read, reader } from "./reading.ts";

type CaldavAccount = DavLogin & { home: string };

// A page is waiting. Connecting takes more requests.
const WORK_MS = 7_000;
const DISCOVERY_MS = 15_000;

export async function caldavHome(settings: ProviderSettings, { url, ...login }: DavLogin & { url: string }) {
  const dav = davConnection(settings, login, url, DISCOVERY_MS);
  const home = await hrefIn(dav, await principalOf(dav, url), "c:calendar-home-set");
  if (!home) throw new Error("No calendars found");
  return home;
}

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

/** Each store parses one answer at a time, for all of its accounts. */
type DavLogin = { user: string; password: string; organizationId?: string };

type Dav = { ask: Fetch; read: Read };

function davConnection(
  settings: ProviderSettings,
  { user, password, organizationId }: DavLogin,
  url: string,
  ms: number,
): Dav {
  const ask = guardedFetch(settings, ms);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  return {
    ask: (to, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", authorization);
      return ask(to, { ...init, headers });
    },
    read: reader(organizationId ? `store ${organizationId}` : `${user}@${url}`, ms),
  };
}

async function davAnswer({ ask }: Dav, url: string, init: RequestInit, accepted: number[] = []) {
  const answer = await ask(url, init).catch((cause) => {
    throw new ProviderError("later", "The calendar server can't be reached", { cause });
  });
  const { status, ok } = answer;
  if (ok || accepted.includes(status)) return answer;
  if (status === 401) throw new ProviderError("credentials", "The calendar server rejected our sign-in");
  if (status === 429 || status >= 500) throw new ProviderError("later", "The calendar server is busy");
  const isGone = status === 404 || status === 410;
  throw new ProviderError(
    "never",
    isGone ? "This calendar no longer exists" : `The calendar server refused the request (${status})`,
  );
}

const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"';

async function davFind(dav: Dav, url: string, depth: "0" | "1", props: string[]): Promise<Uint8Array> {
  const prop = props.map((name) => `<${name}/>`).join("");
  return xmlAnswer(
    dav,
    url,
    "PROPFIND",
    depth,
    `<d:propfind ${NAMESPACES}><d:prop>${prop}</d:prop></d:propfind>`,
  );
}

async function davQuery(dav: Dav, url: string, filter: string): Promise<Uint8Array> {
  const query = `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop>
<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${filter}</c:comp-filter></c:comp-filter></c:filter>
</c:calendar-query>`;
  return xmlAnswer(dav, url, "REPORT", "1", query);
}

async function xmlAnswer(dav: Dav, url: string, method: string, depth: string, body: string) {
  const headers = { "content-type": "text/xml; charset=utf-8", depth };
  const xml = `<?xml version="1.0" encoding="utf-8"?>\n${body}`;
  return new Uint8Array(await (await davAnswer(dav, url, { method, headers, body: xml })).arrayBuffer());
}

function xmlText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
