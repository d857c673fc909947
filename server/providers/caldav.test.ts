/** @jest-environment node */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { caldavCalendars } from "./caldav.ts";

// What Radicale does not do, but others may; the rest is in real-servers.test.ts.

const logged: unknown[] = [];
beforeEach(() => logged.splice(0));

let answer: { status: number; type?: string; body?: string };
const server = createServer((_, response) => {
  response.writeHead(answer.status, { "content-type": answer.type ?? "text/xml; charset=utf-8" });
  response.end(answer.body);
});
beforeAll(() => new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening)));
afterAll(() => new Promise((closed) => server.close(closed)));

const home = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/alice/`;
const calendars = () =>
  caldavCalendars(
    { allowPrivateHosts: true, unipile: null },
    { home: home(), user: "a", password: "b" },
    "UTC",
    (...line) => logged.push(line),
  );
const events = () => calendars().events(`${home()}work/`, new Date("2026-12-01"), new Date("2027-01-01"));

function multistatus(...responses: string[]) {
  const body = `<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses.join("")}</D:multistatus>`;
  answer = { status: 207, body: `<?xml version="1.0"?>\n${body}` };
}
const item = (href: string, prop: string, status = "200 OK") =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${prop}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat></D:response>`;
const calendar = (name: string, more: string) =>
  item(
    `/alice/${name}/`,
    `<D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>${name}</D:displayname>${more}`,
  );
const privileges = (...names: string[]) =>
  `<D:current-user-privilege-set>${names.map((name) => `<D:privilege><D:${name}/></D:privilege>`).join("")}</D:current-user-privilege-set>`;
const components = (...names: string[]) =>
  `<C:supported-calendar-component-set>${names.map((name) => `<C:comp name="${name}"/>`).join("")}</C:supported-calendar-component-set>`;
const data = (text: string) => `<D:getetag>"1"</D:getetag><C:calendar-data>${text}</C:calendar-data>`;
const ics = (uid: string, rest = "") =>
  `BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:${uid}\nDTSTART:20261202T100000Z\nDURATION:PT1H\n${rest}END:VEVENT\nEND:VCALENDAR\n`;

test("calendars are those that hold events; who may not write says so; a name may look like a number", async () => {
  multistatus(
    item("/alice/", "<D:resourcetype><D:collection/></D:resourcetype>"),
    calendar("2026", privileges("read")),
    calendar("true", privileges("read", "write-content")),
    calendar("silent", components("VEVENT", "VTODO")),
    calendar("owned", privileges("all") + components("VEVENT")),
    calendar("tasks", components("VTODO")),
  );
  expect((await calendars().calendars()).map(({ name, isReadOnly }) => [name, isReadOnly])).toEqual([
    ["2026", true],
    ["owned", false],
    ["silent", false],
    ["true", false],
  ]);
});

test("what is broken blocks what can be read of it, is logged, and does not take the calendar with it", async () => {
  multistatus(
    item("/alice/work/a.ics", data(ics("a"))),
    item("/alice/work/b.ics", data(ics("b", "RRULE:FREQ=SOMETIMES\nEXDATE:garbage\n"))),
    item("/alice/work/c.ics", data("&lt;html&gt;")),
    item("/alice/work/d.ics", data("")),
    "<D:response><D:href>/alice/work/e.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>",
    item("/alice/work/f", data(`<![CDATA[${ics("f", "SUMMARY:A & B\n")}]]>`)),
    item("/alice/work/g.ics", data(ics("g").replace("20261202T100000Z", "some day"))),
  );
  const found = await events();
  const start = new Date("2026-12-02T10:00:00Z");
  expect(found.map(({ uid, title, startsAt }) => [uid, title, startsAt])).toEqual([
    ["a", "Busy", start],
    ["b", "Busy", start],
    ["f", "A & B", start],
  ]);
  expect(logged).toEqual([["calendar objects broken", { count: 4, first: `${home()}work/b.ics` }]]);
});

test.each(["", "&lt;html&gt;"])(
  "a server that hands over no object at all (%j) has no empty calendar",
  async (text) => {
    multistatus(item("/alice/work/a.ics", data(text)), item("/alice/work/b.ics", data(text)));
    await expect(events()).rejects.toMatchObject({ kind: "later" });
  },
);

test("an empty calendar is empty", async () => {
  multistatus();
  expect(await events()).toEqual([]);
});

test.each([
  [{ status: 200, type: "text/html", body: "<p>Sign in to the hotel's network</p>" }, "later"],
  [{ status: 200, body: "<html/>" }, "later"],
  [{ status: 207, body: "<D:multistatus" }, "later"],
  [{ status: 401 }, "credentials"],
  [{ status: 403 }, "never"],
  [{ status: 404 }, "never"],
  [{ status: 301 }, "never"],
  [{ status: 429 }, "later"],
  [{ status: 507 }, "later"],
])("%j is no calendar: %s", async (instead, kind) => {
  answer = instead;
  await expect(events()).rejects.toMatchObject({ kind });
  await expect(calendars().calendars()).rejects.toMatchObject({ kind });
});
