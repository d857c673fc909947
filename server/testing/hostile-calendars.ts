import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { caldavCalendars, caldavHome } from "#server/connections/providers/caldav.ts";
import { unipileCalls } from "#server/connections/providers/unipile-client.ts";

// Runs in its own process, because Jest itself blocks the event loop.

const SETTINGS = { allowPrivateHosts: true, unipile: null };
const MEGABYTES = 3_000_000;
const upTo = (end: number) => Array.from({ length: end }, (_, i) => i).join();
const EVERY_MINUTE = `BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)}`;

/** `held`: the longest block of the event loop, as a multiple of `ordinaryWork`. */
export type Found = { name: string; held: number; answer: string };

let body: Buffer = Buffer.alloc(0);
const server = createServer(({ method }, response) => {
  response.writeHead(method === "PUT" ? 412 : 207, { "content-type": "text/xml" });
  response.end(body);
});
await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let stores = 0;
function store() {
  const home = `${origin()}/store-${++stores}/`;
  const account = { home, user: "a", password: "b" };
  const { events, calendars, saveEvent } = caldavCalendars(SETTINGS, account, "America/New_York", () => {});
  const calendarId = `${home}work/`;
  return {
    events: () => events(calendarId, new Date("2026-11-01"), new Date("2026-12-01")),
    calendars,
    save: () =>
      saveEvent(calendarId, {
        uid: "0190b7a0-0000-7000-8000-000000000001",
        sequence: 0,
        title: "Ring fitting",
        description: "",
        startsAt: new Date("2026-11-02T10:00Z"),
        endsAt: new Date("2026-11-02T11:00Z"),
      }),
  };
}

const multistatus = (...responses: string[]) =>
  `<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses.join("")}</D:multistatus>`;
const object = (text: string, name = "a") =>
  `<D:response><D:href>/work/${name}.ics</D:href><D:propstat><D:prop><C:calendar-data>${text}</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) =>
  ["BEGIN:VEVENT", "UID:x", "DTSTART:19000101T000000Z", ...lines, "END:VEVENT"].join("\r\n");
const one = (...lines: string[]) => multistatus(object(calendar(event(...lines))));
const filled = (make: (n: number) => string, size = MEGABYTES) => {
  const parts: string[] = [];
  for (let length = 0, n = 0; length < size; n++) length += parts[parts.push(make(n)) - 1]?.length ?? 1;
  return parts.join("");
};
const time = (n: number) => new Date(Date.UTC(2020, 0, 1, n)).toISOString().replace(/[-:]|\.\d+/g, "");
const exceptions = Array.from({ length: 100_000 }, (_, n) => time(n).replace("0000Z", "3000Z"));
const own = (...observance: string[]) =>
  multistatus(
    object(
      calendar(
        "BEGIN:VTIMEZONE\r\nTZID:Own",
        ...["BEGIN:STANDARD", "DTSTART:19000101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100"],
        ...observance,
        "END:STANDARD\r\nEND:VTIMEZONE",
        event("EXDATE;TZID=Own:20261102T000000", "RRULE:FREQ=DAILY").replace("DTSTART:", "DTSTART;TZID=Own:"),
      ).replace("000000Z", "000000"),
    ),
  );

const inputs: [string, () => string][] = [
  ["a counted event each minute", () => one(`RRULE:FREQ=WEEKLY;COUNT=1000000000;${EVERY_MINUTE}`)],
  [
    "a counted event each minute, by months",
    () => one(`RRULE:FREQ=MONTHLY;COUNT=1000000000;${EVERY_MINUTE}`),
  ],
  [
    "a counted event each minute, by positions of a year",
    () => one(`RRULE:FREQ=YEARLY;COUNT=1000000000;BYSETPOS=1;${EVERY_MINUTE}`),
  ],
  ["an endless rule of a zone", () => own("RRULE:FREQ=SECONDLY;COUNT=1000000000")],
  [
    "a zone of a million changes",
    () => own(`RDATE:${filled((n) => `${n ? "," : ""}${time(n).slice(0, -1)}`, 1_900_000)}`),
  ],
  ["100,000 exceptions in a line", () => one("RRULE:FREQ=DAILY", `EXDATE:${exceptions.join()}`)],
  ["100,000 lines of exceptions", () => one("RRULE:FREQ=DAILY", `EXDATE:${exceptions.join("\r\nEXDATE:")}`)],
  ["100,000 more dates", () => one(`RDATE:${Array.from({ length: 100_000 }, (_, n) => time(n)).join()}`)],
  ["a broken line of megabytes", () => one("RRULE:FREQ=DAILY", `SUMMARY;X="${'a;b="'.repeat(380_000)}`)],
  ["megabytes of parameters", () => one("RRULE:FREQ=DAILY", `DTEND${";A=B".repeat(470_000)}:x`)],
  ["a rule of megabytes", () => one(`RRULE:FREQ=DAILY;BYDAY=${"MO,".repeat(600_000)}MO`)],
  ["a million folds", () => one("RRULE:FREQ=DAILY", `SUMMARY:${"\r\n a".repeat(1_000_000)}`)],
  [
    "megabytes of broken lines",
    () =>
      one(
        "RRULE:FREQ=DAILY",
        filled(() => "DTEND:x\r\n", 1_900_000),
      ),
  ],
  [
    "megabytes of irrelevant lines",
    () =>
      one(
        "RRULE:FREQ=DAILY",
        filled(() => "X:\r\n"),
      ),
  ],
  [
    "megabytes of events with the same UID",
    () =>
      multistatus(
        object(
          calendar(
            filled(() => "BEGIN:VEVENT\r\nDTSTART:20261102T100000Z\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n"),
          ),
        ),
      ),
  ],
  [
    "megabytes of moved events",
    () =>
      multistatus(
        object(
          calendar(
            filled(
              (n) =>
                `BEGIN:VEVENT\r\nUID:x\r\nRECURRENCE-ID;RANGE=THISANDFUTURE:${time(n)}\r\nDTSTART:${time(n)}\r\nEND:VEVENT\r\n`,
            ),
            event("RRULE:FREQ=DAILY"),
          ),
        ),
      ),
  ],
  [
    "a zone of each name",
    () =>
      multistatus(
        object(
          calendar(
            filled(
              (n) =>
                `BEGIN:VTIMEZONE\r\nTZID:${n}\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=${n}:20261102T100000\r\nEND:VEVENT\r\n`,
            ),
          ),
        ),
      ),
  ],
  ["nested components", () => multistatus(object(filled(() => "BEGIN:VEVENT\r\n")))],
  [
    "6,000 objects with one event each",
    () =>
      multistatus(
        ...Array.from({ length: 6_000 }, (_, n) => object(calendar(event("RRULE:FREQ=DAILY")), `${n}`)),
      ),
  ],
  [
    "a thousand objects just below their limit",
    () =>
      multistatus(
        ...Array.from({ length: 1_000 }, (_, n) =>
          object(calendar(event(`RRULE:FREQ=WEEKLY;COUNT=200;${EVERY_MINUTE}`)), `${n}`),
        ),
      ),
  ],
];

const answers: [string, () => string][] = [
  ["empty elements", () => `<D:multistatus>${filled(() => "<a/>")}</D:multistatus>`],
  ["nested elements", () => filled(() => "<a>")],
  [
    "attributes",
    () => one("RRULE:FREQ=DAILY").replace("<D:multistatus", `<D:multistatus ${filled((n) => `a${n}="" `)}`),
  ],
  ["a name of megabytes", () => `<${"a".repeat(MEGABYTES)}/>`],
  [
    "entities",
    () => `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${filled((n) => `<!ENTITY a${n} "&a;&a;&a;">`)}]><a>&a1;</a>`,
  ],
  ["characters by number", () => multistatus(object(filled(() => "&#65;")))],
  ["parts of text", () => multistatus(object(filled(() => "<![CDATA[]]>")))],
  ["nothing but zeros", () => "\0".repeat(MEGABYTES)],
  ["empty responses", () => multistatus(filled(() => "<D:response><D:href>a</D:href></D:response>"))],
];

const listed = (items: string) => `{"data":[${items}]}`;
const START = `"start":{"date_time":"2026-11-02T10:00:00Z"}`;

const lists: [string, () => string][] = [
  ["a title of megabytes", () => listed(`{"id":"a","title":"${"a".repeat(MEGABYTES)}",${START}}`)],
  [
    "a body that repeats our mark",
    () => listed(`{"id":"a","body":"${"Loupe: a".repeat(700_000)}",${START}}`),
  ],
  ["nested lists", () => listed("[".repeat(MEGABYTES))],
  ["nested lists that end", () => listed(`${"[".repeat(2_000_000)}${"]".repeat(1_000_000)}`)],
  [
    "100,000 events",
    () => listed(Array.from({ length: 100_000 }, (_, n) => `{"id":"${n}",${START}}`).join()),
  ],
  [
    "a zone of each name",
    () =>
      listed(
        Array.from(
          { length: 40_000 },
          (_, n) => `{"id":"${n}","start":{"date_time":"2026-11-02T10:00:00","time_zone":"Area/${n}"}}`,
        ).join(),
      ),
  ],
  ["a million nulls", () => listed(Array(1_000_000).fill("null").join())],
];

// Other threads and processes don't count.
const cpu = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const NULLS = `[${"null,".repeat(600_000)}null]`;

/** In milliseconds of CPU time, which depend on the machine: about 12 on a fast one. */
function ordinaryWork(): number {
  const before = cpu();
  for (let i = 0; i < 3; i++) JSON.parse(NULLS);
  return cpu() - before;
}

/** In milliseconds of CPU time. */
async function blockedFor(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = cpu();
  let isDone = false;
  const ticking = new Promise<void>((ended) => {
    function tick() {
      const now = cpu();
      longest = Math.max(longest, now - before);
      before = cpu();
      if (isDone) ended();
      else setImmediate(tick);
    }
    setImmediate(tick);
  });
  await work().finally(() => {
    isDone = true;
  });
  await ticking;
  return longest;
}

const found: Found[] = [];

async function measure(name: string, make: () => string, works: (() => Promise<unknown>)[]) {
  body = Buffer.from(make());
  let [held, answer] = [0, "nothing"];
  for (const [i, work] of works.entries()) {
    const now = await blockedFor(async () => {
      const events = await work().catch(({ kind }) => kind);
      if (i === 0) answer = Array.isArray(events) ? `${events.length} events` : `${events}`;
    });
    held = Math.max(held, now / ordinaryWork());
  }
  found.push({ name, held, answer });
}

for (const make of [() => one("RRULE:FREQ=YEARLY"), () => " ".repeat(MEGABYTES), () => listed("1")]) {
  await measure("", make, [store().events, ...others(), ...unipile()]);
}
found.splice(0);
for (const [name, make] of inputs) await measure(name, make, [store().events]);
for (const [name, make] of answers) {
  const { events, calendars, save } = store();
  await measure(name, make, [events, calendars, save, ...others()]);
}
for (const [name, make] of lists) await measure(`${name}, from Unipile`, make, unipile());

// Another store's calendar must be read soon, even if a thread has to start for it.
body = Buffer.from(one(`RRULE:FREQ=WEEKLY;COUNT=1000000000;${EVERY_MINUTE}`));
const busy = store();
const order: string[] = [];
const isDone = () => order.push("busy");
const looks = Array.from({ length: 40 }, () => busy.events().then(isDone, isDone));
await looks[0];
body = Buffer.from(one("RRULE:FREQ=DAILY"));
await store().events();
order.push("other");
await Promise.all(looks);

process.stdout.write(JSON.stringify({ found, order }));
process.exit(0);

function others() {
  return [() => caldavHome(SETTINGS, { url: `${origin()}/${++stores}/`, user: "a", password: "b" })];
}

function unipile() {
  const calls = unipileCalls({ url: origin(), key: "k" }, { owner: `store-${++stores}` });
  return [
    async () => (await calls.events("/calendars/work/events", {}, "America/New_York")).items,
    () => calls.calendars("/calendars", {}),
    () => calls.call("GET", "/accounts/a"),
  ];
}
