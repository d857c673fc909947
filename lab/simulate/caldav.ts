import { wallAt } from "#lib/time/zone.ts";
import type { Random } from "#server/platform/db/random.ts";
import { type Asked, answerRequests, type Reply, type Way } from "./http.ts";
import { now, sleep } from "./machine.ts";

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const QUARTER = 15 * 60_000;
const WEEKS = 4;
const OUTAGES: Way[] = ["short", 429, "unreachable", 503, "silent", 401, "cut", 500];
const SERVER = "https://dav.example.com";

/** `until` is exclusive. A series ends after its last occurrence. */
type Stored = { uid: string; etag: number; ics: string; from: number; until: number };
/** Time that is busy because of an event from outside. */
type Busy = { uid: string; from: number; until: number; since: number; goneAt: number };
type Read = { at: number; from: number; until: number };

export class PersonCalendar {
  readonly userId: string;
  readonly path: string;
  readonly zone: () => string;
  /** By path. */
  readonly files = new Map<string, Stored>();
  busy: Busy[] = [];
  /** Complete answers about a period. */
  reads: Read[] = [];
  constructor(userId: string, path: string, zone: () => string) {
    this.userId = userId;
    this.path = path;
    this.zone = zone;
  }
}

type Settings = { readonly faults: number };

/** A CalDAV server, whose people use their calendars with other programs, too. */
export class CalendarServer {
  readonly calendars: PersonCalendar[] = [];
  readonly #settings: Settings;
  readonly #random: Random;
  readonly #note: (text: string) => void;
  #outage: { until: number; way: Way } = { until: 0, way: "good" };
  #outages = 0;
  #count = 0;
  /** End of the latest outage. */
  troubledUntil = 0;
  onOutage: () => void = () => {};

  constructor(random: Random, settings: Settings, note: (text: string) => void) {
    this.#random = random;
    this.#settings = settings;
    this.#note = note;
    answerRequests(
      { wayOf: (asked) => this.#wayOf(asked), answer: (asked, isHeard) => this.#answer(asked, isHeard) },
      random,
    );
  }

  /** Returns the form that connects it. */
  open({ id, email }: { id: string; email: string }, zone: () => string) {
    this.calendars.push(new PersonCalendar(id, `/calendars/${encodeURIComponent(email)}/work/`, zone));
    return { caldavUrl: SERVER, caldavUser: email, caldavPassword: "secret" };
  }

  planDay(from: number): void {
    const at = (act: () => void) =>
      void sleep(Math.max(0, from + this.#random.between(0, 24 * HOUR) - now())).then(act);
    for (const calendar of this.calendars)
      for (let n = 0; n < 10; n++) at(() => this.#useElsewhere(calendar));
    const outages = this.#settings.faults > 0 ? this.#random.between(1, 2) : 0;
    for (let n = 0; n < outages; n++) at(() => this.#fail());
    const old = from - 2 * 24 * HOUR;
    for (const calendar of this.calendars) {
      calendar.reads = calendar.reads.filter(({ at: read }) => read > old);
      calendar.busy = calendar.busy.filter(({ until, goneAt }) => Math.min(until, goneAt) > old);
    }
  }

  #fail(): void {
    const way = OUTAGES[this.#outages++ % OUTAGES.length] ?? "unreachable";
    this.#outage = { until: now() + this.#random.between(HOUR / 2, 2 * HOUR), way };
    this.troubledUntil = Math.max(this.troubledUntil, this.#outage.until);
    this.#note(`the calendar server is ${way} until ${new Date(this.#outage.until).toISOString()}`);
    this.onOutage();
  }

  #wayOf({ method }: Asked): Way {
    if (now() < this.#outage.until) return this.#outage.way;
    if (!this.#random.chance(0.08 * this.#settings.faults)) return "good";
    const way = this.#random.pick(["slow", "slow", "lost", "cut", "short", "silent", 429, 429, 503] as const);
    this.#note(`the calendar server is ${way} to a ${method}`);
    return way;
  }

  #useElsewhere(calendar: PersonCalendar): void {
    const { files } = calendar;
    const theirs = [...files].filter(([, { uid }]) => uid.startsWith("own-"));
    const booked = [...files].filter(([, { uid, from }]) => !uid.startsWith("own-") && from > now());
    const turn = this.#random.between(0, 9);
    if (turn >= 8 && booked.length > 0) return void this.#rename(calendar, this.#random.pick(booked));
    if (turn < 5 || theirs.length === 0) return void this.#add(calendar, `own-${++this.#count}`);
    const [path, { uid }] = this.#random.pick(theirs);
    files.delete(path);
    for (const one of calendar.busy) if (one.uid === uid) one.goneAt = Math.min(one.goneAt, now());
    if (turn < 7) this.#add(calendar, uid);
  }

  /** Another program imported the appointment from an email, and chose its own file name. */
  #rename({ files, path }: PersonCalendar, [old, stored]: [string, Stored]): void {
    files.delete(old);
    files.set(`${path}import-${++this.#count}.ics`, { ...stored, etag: ++this.#count });
  }

  #add(calendar: PersonCalendar, uid: string): void {
    const from = this.openTime(calendar);
    const until = from + this.#random.between(2, 8) * QUARTER;
    const kind = this.#random.pick(["utc", "utc", "utc", "zone", "weekly", "free"] as const);
    const count = kind === "weekly" ? WEEKS : 1;
    const last = until + (count - 1) * WEEK;
    const more = {
      utc: [],
      zone: [],
      weekly: [`RRULE:FREQ=WEEKLY;COUNT=${WEEKS}`],
      free: ["TRANSP:TRANSPARENT"],
    };
    const time = (name: string, at: number) =>
      kind === "zone"
        ? `${name};TZID=${calendar.zone()}:${stamp(wallAt(at, calendar.zone()))}`
        : `${name}:${stamp(at)}Z`;
    const ics = [
      ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other program//EN", "BEGIN:VEVENT", `UID:${uid}`],
      ...[`DTSTAMP:${stamp(now())}Z`, time("DTSTART", from), time("DTEND", until), ...more[kind]],
      ...["SUMMARY:Dentist & <lunch>", "END:VEVENT", "END:VCALENDAR", ""],
    ].join("\r\n");
    calendar.files.set(`${calendar.path}${uid}.ics`, { uid, etag: ++this.#count, ics, from, until: last });
    for (let n = 0; n < (kind === "free" ? 0 : count); n++) {
      const moved = { from: from + n * WEEK, until: until + n * WEEK };
      calendar.busy.push({ uid, ...moved, since: now(), goneAt: Number.POSITIVE_INFINITY });
    }
  }

  /** A time when stores are open. */
  openTime({ zone }: PersonCalendar): number {
    for (;;) {
      const at = Math.ceil((now() + this.#random.between(0, 8 * 24 * HOUR)) / QUARTER) * QUARTER;
      const hour = new Date(wallAt(at, zone())).getUTCHours();
      if (hour >= 9 && hour < 17) return at;
    }
  }

  #answer(asked: Asked, isHeard: boolean): Reply {
    const { method, url, headers } = asked;
    if (url.pathname === "/.well-known/caldav") return { status: 301, headers: { location: `${SERVER}/` } };
    if (!headers.authorization?.startsWith("Basic ")) return { status: 401 };
    if (method === "PROPFIND") return this.#describe(url.pathname, asked);
    const calendar = this.calendars.find(({ path }) => url.pathname.startsWith(path));
    if (!calendar) return { status: 404 };
    if (method === "REPORT") return this.#report(calendar, asked, isHeard);
    if (method === "PUT") return this.#put(calendar, asked);
    return { status: calendar.files.delete(url.pathname) ? 204 : 404 };
  }

  #describe(path: string, { headers }: Asked): Reply {
    const [user = ""] = Buffer.from(headers.authorization?.slice(6) ?? "", "base64")
      .toString()
      .split(":");
    const home = `/calendars/${encodeURIComponent(user)}/`;
    if (headers.depth === "0") {
      const links = `<d:current-user-principal><d:href>${home}</d:href></d:current-user-principal>
        <c:calendar-home-set><d:href>${home}</d:href></c:calendar-home-set>`;
      return multistatus([part(path, links)]);
    }
    const calendar = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>";
    const may = (name: string) =>
      `<d:current-user-privilege-set><d:privilege><d:${name}/></d:privilege></d:current-user-privilege-set>`;
    return multistatus([
      part(home, "<d:resourcetype><d:collection/></d:resourcetype>"),
      part(`${home}holidays/`, `<d:displayname>Holidays</d:displayname>${calendar}${may("read")}`),
      part(`${home}work/`, `<d:displayname>Work</d:displayname>${calendar}${may("all")}`),
    ]);
  }

  #report({ files, reads }: PersonCalendar, { body }: Asked, isHeard: boolean): Reply {
    const [, uid] = /<c:text-match[^>]*>([^<]*)</.exec(body) ?? [];
    const [from = 0, until = 0] = ["start", "end"].map((name) => timeIn(body, `${name}="`));
    if (uid === undefined && isHeard) reads.push({ at: now(), from, until });
    const found = [...files].filter(([, one]) =>
      uid === undefined ? one.from < until && one.until > from : one.uid === uid,
    );
    return multistatus(
      found.map(([path, { etag, ics }]) =>
        part(path, `<d:getetag>"${etag}"</d:getetag><c:calendar-data>${xmlText(ics)}</c:calendar-data>`),
      ),
    );
  }

  #put({ files, path }: PersonCalendar, { url, headers, body }: Asked): Reply {
    const before = files.get(url.pathname);
    const match = headers["if-match"];
    // Another program is faster.
    if (before && match && this.#random.chance(0.1 * this.#settings.faults)) before.etag = ++this.#count;
    const isRefused = headers["if-none-match"] === "*" ? before : match && match !== `"${before?.etag}"`;
    if (isRefused) return { status: 412 };
    const [, uid = ""] = /^UID:(.*)\r$/m.exec(body) ?? [];
    if ([...files].some(([its, one]) => one.uid === uid && its !== url.pathname)) return { status: 409 };
    if (!url.pathname.startsWith(path)) return { status: 403 };
    const [from = 0, until = 0] = ["DTSTART:", "DTEND:"].map((name) => timeIn(body, `\n${name}`));
    files.set(url.pathname, { uid, etag: ++this.#count, ics: body, from, until });
    return { status: before ? 204 : 201 };
  }
}

const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "");

function timeIn(text: string, before: string): number {
  const at = text.indexOf(before) + before.length;
  const [, day = "", time = ""] = /^(\d{8})T(\d{6})Z/.exec(text.slice(at, at + 16)) ?? [];
  return Date.parse(
    `${day.replace(/(....)(..)(..)/, "$1-$2-$3")}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`,
  );
}

const xmlText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function part(path: string, props: string): string {
  return `<d:response><d:href>${path}</d:href><d:propstat><d:prop>${props}</d:prop>
    <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
}

function multistatus(parts: string[]): Reply {
  return {
    status: 207,
    headers: { "content-type": "text/xml" },
    body: `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${parts.join("")}</d:multistatus>`,
  };
}
