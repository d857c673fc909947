import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { caldavCalendars } from "./caldav.ts";

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

test("lists calendars with events and marks read-only ones", async () => {
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

test("a broken object blocks at least its readable part", async () => {
  multistatus(
    item("/alice/work/a.ics", data(ics("a"))),
    item("/alice/work/b.ics", data(ics("b", "STATUS;;:TENTATIVE\nEXDATE:garbage\n"))),
    "<D:response><D:href>/alice/work/e.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>",
    item("/alice/work/f", data(`<![CDATA[${ics("f", "SUMMARY:A & B\n")}]]>`)),
    item("/alice/work/g.ics", data(ics("g", `SUMMARY:\u0001${"&#2;&nbsp;"}\n`))),
  );
  const found = await events();
  const start = new Date("2026-12-02T10:00:00Z");
  expect(found.map(({ uid, title, startsAt }) => [uid, title, startsAt])).toEqual([
    ["a", "Busy", start],
    ["b", "Busy", start],
    ["f", "A & B", start],
    ["g", "\u0001&#2;&nbsp;", start],
  ]);
  expect(logged).toEqual([["calendar objects broken", { count: 1, first: `${home()}work/b.ics` }]]);
});

const refusal = (href: string, status: string) =>
  `<D:response><D:href>${href}</D:href><D:status>HTTP/1.1 ${status}</D:status></D:response>`;

test.each([
  ["an empty object", item("/alice/work/b.ics", data(""))],
  ["a page", item("/alice/work/b.ics", data("&lt;html&gt;"))],
  ["an object that was cut", item("/alice/work/b.ics", data(ics("b").slice(0, -30)))],
  [
    "an event without a day",
    item("/alice/work/b.ics", data(ics("b").replace("20261202T100000Z", "some day"))),
  ],
  ["an unknown recurrence rule", item("/alice/work/b.ics", data(ics("b", "RRULE:FREQ=SOMETIMES\n")))],
  ["an object that failed", refusal("/alice/work/b.ics", "500 Internal Server Error")],
  ["an object that is forbidden", refusal("/alice/work/b.ics", "403 Forbidden")],
  ["an invalid status", refusal("/alice/work/b.ics", "fine")],
  ["data that failed", item("/alice/work/b.ics", "<C:calendar-data/>", "500 Internal Server Error")],
  ["data that is forbidden", item("/alice/work/b.ics", "<C:calendar-data/>", "403 Forbidden")],
  ["no data", item("/alice/work/b.ics", "<D:getetag/>")],
  ["a collection that did not fit", refusal("/alice/work/", "507 Insufficient Storage")],
  ["a collection that failed", refusal("/alice/work", "500 Internal Server Error")],
  ["something without a name", "<D:response><D:status>HTTP/1.1 200 OK</D:status></D:response>"],
])("rejects the whole answer because of %s", async (_, badItem) => {
  multistatus(item("/alice/work/a.ics", data(ics("a"))), badItem, item("/alice/work/z.ics", data(ics("z"))));
  await expect(events()).rejects.toMatchObject({ kind: "later" });
});

test("ignores deleted objects and the calendar itself", async () => {
  multistatus(
    item("/alice/work", "<C:calendar-data/>", "404 Not Found"),
    refusal("/alice/work/b.ics", "404 Not Found"),
    refusal("/alice/work/c.ics", "410 Gone"),
    item("/alice/work/a.ics", data(ics("a"))),
  );
  expect(await events()).toHaveLength(1);
});

test("omits forbidden calendars, rejects a partly failed list", async () => {
  multistatus(calendar("work", ""), refusal("/alice/secret/", "403 Forbidden"));
  expect(await calendars().calendars()).toHaveLength(1);
  multistatus(calendar("work", ""), refusal("/alice/other/", "500 Internal Server Error"));
  await expect(calendars().calendars()).rejects.toMatchObject({ kind: "later" });
});

describe("a truncated answer", () => {
  const objects = ["a", "b", "c"].map((uid) => item(`/alice/work/${uid}.ics`, data(ics(uid))));
  const completeBody = () => {
    multistatus(...objects);
    return answer.body ?? "";
  };
  async function readRaw(raw: (body: string) => string) {
    const text = raw(completeBody());
    const server = createTcpServer((socket) => {
      socket.once("data", () => socket.end(text)).on("error", () => {});
    });
    await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alice/`;
    const account = { home: url, user: "a", password: "b" };
    const { events: read } = caldavCalendars({ allowPrivateHosts: true, unipile: null }, account, "UTC");
    try {
      return await read(`${url}work/`, new Date("2026-12-01"), new Date("2027-01-01"));
    } finally {
      await new Promise((closed) => server.close(closed));
    }
  }
  const head = "HTTP/1.1 207 Multi-Status\r\nContent-Type: text/xml\r\nConnection: close\r\n";
  const chunked = (body: string) =>
    `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const sized = (body: string) => `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const unsized = (body: string) => `HTTP/1.0 207 Multi-Status\r\nContent-Type: text/xml\r\n\r\n${body}`;
  const cuts: [string, (body: string) => string][] = [
    ["after an object", (body) => body.slice(0, body.indexOf(objects[1] ?? ""))],
    ["within an object", (body) => body.slice(0, body.indexOf("UID:b"))],
    ["within the last tag", (body) => body.slice(0, -1)],
    ["after the first tag", (body) => body.slice(0, body.indexOf("<D:response"))],
    ["before anything", () => ""],
    ["at a place that looks like the end", (body) => `${body.slice(0, -16)}<![CDATA[</D:multistatus>`],
  ];

  test.each(cuts)("is rejected when cut %s, with any framing", async (_, cut) => {
    for (const frame of [chunked, sized, unsized]) {
      await expect(readRaw((body) => frame(cut(body)))).rejects.toMatchObject({ kind: "later" });
    }
  });

  test("is rejected when truncated", async () => {
    await expect(readRaw((body) => sized(body).slice(0, -40))).rejects.toMatchObject({ kind: "later" });
    await expect(readRaw((body) => chunked(body).slice(0, -5))).rejects.toMatchObject({ kind: "later" });
  });

  test("is accepted when complete, with any framing", async () => {
    for (const frame of [chunked, sized, unsized]) expect(await readRaw(frame)).toHaveLength(3);
  });
});

test("reads an empty calendar", async () => {
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
])("rejects %j with %s", async (instead, kind) => {
  answer = instead;
  await expect(events()).rejects.toMatchObject({ kind });
  await expect(calendars().calendars()).rejects.toMatchObject({ kind });
});
