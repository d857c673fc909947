import type { BookingEvent } from "#server/connections/calendar/write-event.ts";
import { ProviderError } from "#server/platform/errors.ts";
import { testHost } from "#server/testing/host.ts";
import { problem, startUnipile } from "#server/testing/unipile.ts";
import type { Outgoing } from "./provider.ts";
import { unipileProvider } from "./unipile.ts";

const host = testHost();
const CALENDAR = "store@group.calendar.google.com";
let unipile: Awaited<ReturnType<typeof startUnipile>>;

beforeEach(async () => {
  unipile = await startUnipile();
  unipile.accounts.set("acc_1", { object: "Account", id: "acc_1" });
});
afterEach(() => unipile.stop());

async function provider(settings = unipile.settings) {
  const { id, owner } = await host.shop();
  const account = { organizationId: id, userId: owner.id, externalId: "acc_1", address: "store@example.com" };
  const given = { ...(await host.host()), providers: { allowPrivateHosts: false, unipile: settings } };
  return unipileProvider(given, account, "America/New_York");
}

async function failure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown) => thrown);
  if (error instanceof ProviderError) return error.kind;
  throw new Error(`not a ProviderError: ${error}`);
}

const event: BookingEvent = {
  uid: "0190b7a0-0000-7000-8000-000000000001",
  sequence: 0,
  title: "Ring fitting · Zoë Frost",
  description: "zoe@example.com",
  startsAt: new Date("2026-12-01T15:00:00Z"),
  endsAt: new Date("2026-12-01T15:30:00Z"),
};
const DECEMBER = [new Date("2026-12-01T00:00:00Z"), new Date("2027-01-01T00:00:00Z")] as const;

test("reads calendars from all pages, in both versions", async () => {
  unipile.calendars.push(
    { object: "Calendar", id: CALENDAR, name: "Store", is_primary: true, is_read_only: false },
    { object: "Calendar", id: "b", is_default: false, is_read_only: true },
    { object: "Calendar", id: "c", name: "Third", extra: { any: "thing" } },
  );
  expect(await (await provider()).calendars()).toEqual([
    { id: CALENDAR, name: "Store", isPrimary: true, isReadOnly: false },
    { id: "b", name: "b", isPrimary: false, isReadOnly: true },
    { id: "c", name: "Third", isPrimary: false, isReadOnly: false },
  ]);
});

test("reads zones, whole days, recurring and cancelled events", async () => {
  const put = (id: string, more: object) =>
    unipile.events.set(id, { object: "CalendarEvent", id, title: id, ...more });
  put("offset", {
    start: { date_time: "2026-12-02T14:30:00+01:00" },
    end: { date_time: "2026-12-02T15:30:00+01:00" },
  });
  put("wall", {
    start: { date_time: "2026-12-03T09:00:00", time_zone: "America/New_York" },
    end: { date_time: "2026-12-03T10:00:00", time_zone: "Eastern Standard Time" },
    transparency: "transparent",
  });
  put("days", { start: { date: "2026-12-24" }, end: { date: "2026-12-26" }, is_all_day: true });
  put("day", { start: { date: "2026-12-28" }, end: { date: "2026-12-28" } });
  put("cancelled", {
    is_cancelled: true,
    start: { date_time: "2026-12-02T14:30:00Z" },
    end: { date_time: "2026-12-02T15:30:00Z" },
  });
  put("series", {
    is_series: true,
    start: { date_time: "2026-12-04T14:30:00Z" },
    end: { date_time: "2026-12-04T15:30:00Z" },
  });
  put("edge", { start: { date_time: "2027-01-01T00:00:00Z" }, end: { date_time: "2027-01-01T01:00:00Z" } });
  put("called off", { is_cancelled: true, start: { date_time: "soon" }, end: {} });

  const found = await (await provider()).events(CALENDAR, ...DECEMBER);
  const shown = found.map(({ id, startsAt, endsAt, isAllDay, isTransparent }) => [
    id,
    startsAt.toISOString(),
    endsAt.toISOString(),
    isAllDay,
    isTransparent,
  ]);
  expect(shown).toEqual([
    ["offset", "2026-12-02T13:30:00.000Z", "2026-12-02T14:30:00.000Z", false, false],
    ["wall", "2026-12-03T14:00:00.000Z", "2026-12-03T15:00:00.000Z", false, true],
    ["days", "2026-12-24T05:00:00.000Z", "2026-12-26T05:00:00.000Z", true, false],
    ["day", "2026-12-28T05:00:00.000Z", "2026-12-29T05:00:00.000Z", true, false],
  ]);
});

test("a broken event blocks at least its readable part", async () => {
  const start = { date_time: "2026-12-02T14:30:00Z" };
  const data = [
    { id: "endless", start },
    { id: "odd end", start, end: { date_time: "later" } },
    { id: "odd day", start: { date: "2026-12-03" }, end: { date: "soon" } },
    { id: "odd time", start: { date_time: "2026-12-04 noon" }, end: "2026-12-04" },
    { title: "Without a name", start, end: { date_time: "2026-12-02T15:30:00Z" } },
  ];
  unipile.breakWith({ status: 200, body: { data } });
  const found = await (await provider()).events(CALENDAR, ...DECEMBER);
  expect(found.map(({ id, startsAt, endsAt }) => [id, startsAt.toISOString(), endsAt.toISOString()])).toEqual(
    [
      ["endless", "2026-12-02T14:30:00.000Z", "2026-12-03T14:30:00.000Z"],
      ["odd end", "2026-12-02T14:30:00.000Z", "2026-12-03T14:30:00.000Z"],
      ["odd day", "2026-12-03T05:00:00.000Z", "2026-12-04T05:00:00.000Z"],
      ["odd time", "2026-12-04T05:00:00.000Z", "2026-12-05T05:00:00.000Z"],
      ["unnamed 2026-12-02T14:30:00.000Z", "2026-12-02T14:30:00.000Z", "2026-12-02T15:30:00.000Z"],
    ],
  );
});

test.each([
  { id: "odd", start: { date_time: "soon" }, end: null },
  { id: "none", start: "2026-12-04" },
  null,
])("rejects the list if one event could be at any time (%j)", async (odd) => {
  const good = { id: "good", start: { date_time: "2026-12-02T14:30:00Z" } };
  unipile.breakWith({ status: 200, body: { data: [good, odd, { ...good, id: "other" }] } });
  expect(await failure((await provider()).events(CALENDAR, ...DECEMBER))).toBe("later");
});

test("reads all pages within one deadline", async () => {
  for (const id of ["a", "b", "c", "d", "e"]) {
    unipile.events.set(id, { id, start: { date: "2026-12-03" }, end: { date: "2026-12-03" } });
  }
  const deadlines = jest.spyOn(AbortSignal, "timeout");
  expect(await (await provider()).events(CALENDAR, ...DECEMBER)).toHaveLength(5);
  expect(unipile.asked).toHaveLength(3);
  expect(deadlines.mock.calls).toEqual([[7_000]]);
  deadlines.mockRestore();
});

test("creates, updates, recognizes and removes an event", async () => {
  const google = await provider();
  await google.saveEvent(CALENDAR, event);
  await google.saveEvent(CALENDAR, event);
  expect([...unipile.events.values()]).toEqual([
    expect.objectContaining({
      title: "Ring fitting · Zoë Frost",
      start: { date_time: "2026-12-01T15:00:00", time_zone: "UTC" },
      end: { date_time: "2026-12-01T15:30:00", time_zone: "UTC" },
      attendees: [{ email: "store@example.com" }],
      notify: false,
    }),
  ]);
  const moved = {
    ...event,
    startsAt: new Date("2026-12-08T15:00:00Z"),
    endsAt: new Date("2026-12-08T15:30:00Z"),
  };
  await google.saveEvent(CALENDAR, moved);
  expect(await google.events(CALENDAR, ...DECEMBER)).toMatchObject([
    { uid: event.uid, startsAt: moved.startsAt },
  ]);
  await google.removeEvent(CALENDAR, event.uid);
  await google.removeEvent(CALENDAR, event.uid);
  expect(unipile.events.size).toBe(0);
});

test("creates one event despite a lost answer", async () => {
  await (await provider()).saveEvent(CALENDAR, event);
  await (await provider()).saveEvent(CALENDAR, { ...event, title: "Again" });
  expect([...unipile.events.values()].map(({ title }) => title)).toEqual(["Again"]);
});

const later = (hours: number): BookingEvent => ({
  ...event,
  startsAt: new Date(event.startsAt.getTime() + hours * 3_600_000),
  endsAt: new Date(event.endsAt.getTime() + hours * 3_600_000),
});

test("moves and removes an event despite lost answers", async () => {
  const google = await provider();
  const starts = () =>
    [...unipile.events.values()].map(({ start }) => (start as { date_time: string }).date_time);
  unipile.loseAnswersTo("POST");
  expect(await failure(google.saveEvent(CALENDAR, event))).toBe("later");
  expect(starts()).toEqual(["2026-12-01T15:00:00"]);
  unipile.loseAnswersTo("PATCH");
  expect(await failure(google.saveEvent(CALENDAR, later(48)))).toBe("later");
  expect(starts()).toEqual(["2026-12-03T15:00:00"]);
  unipile.loseAnswersTo("");
  await google.saveEvent(CALENDAR, later(72));
  expect(starts()).toEqual(["2026-12-04T15:00:00"]);
  await google.removeEvent(CALENDAR, event.uid);
  expect(starts()).toEqual([]);
});

test("removes an event that was recreated without an answer", async () => {
  const google = await provider();
  await google.saveEvent(CALENDAR, event);
  unipile.events.clear();
  unipile.loseAnswersTo("POST");
  expect(await failure(google.saveEvent(CALENDAR, later(24)))).toBe("later");
  unipile.loseAnswersTo("");
  expect(unipile.events.size).toBe(1);
  await google.removeEvent(CALENDAR, event.uid);
  expect(unipile.events.size).toBe(0);
});

test("a visitor's text can't claim another booking's event", async () => {
  await (await provider()).saveEvent(CALENDAR, {
    ...event,
    description: "Loupe: 0190b7a0-0000-7000-8000-000000000009",
  });
  const found = await (await provider()).events(CALENDAR, ...DECEMBER);
  expect(found.map(({ uid }) => uid)).toEqual([event.uid]);
});

test("recreates an event that someone deleted there", async () => {
  const google = await provider();
  await google.saveEvent(CALENDAR, event);
  unipile.events.clear();
  await google.saveEvent(CALENDAR, event);
  expect(unipile.events.size).toBe(1);
});

const mail: Outgoing = {
  id: "1",
  messageId: "<1@store.example.com>",
  to: { address: "amara@example.com", name: "Amara" },
  fromName: "Marlow & Finch",
  subject: "Happy birthday 🎂",
  text: "Dear Amara",
  html: "<p>Dear Amara</p>",
  headers: { "Auto-Submitted": "auto-generated" },
};

test("sends an email as multipart form", async () => {
  const calendar = { method: "REQUEST" as const, ics: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n" };
  await (await provider()).send({ ...mail, calendar, unsubscribeUrl: "https://crm.example.com/u/1" });
  const { method, path, form } = unipile.asked[0] ?? {};
  expect([method, path]).toEqual(["POST", "/emails"]);
  const json = (name: string) => JSON.parse(String(form?.get(name)));
  expect([form?.get("account_id"), form?.get("subject"), form?.get("body")]).toEqual([
    "acc_1",
    mail.subject,
    mail.html,
  ]);
  expect(json("to")).toEqual([{ display_name: "Amara", identifier: "amara@example.com" }]);
  expect(json("from")).toEqual({ display_name: "Marlow & Finch", identifier: "store@example.com" });
  expect(json("custom_headers")).toEqual([
    { name: "Auto-Submitted", value: "auto-generated" },
    { name: "List-Unsubscribe", value: "<https://crm.example.com/u/1>" },
    { name: "List-Unsubscribe-Post", value: "List-Unsubscribe=One-Click" },
  ]);
  const invite = form?.get("attachments");
  expect(invite instanceof File && [invite.name, await invite.text()]).toEqual(["invite.ics", calendar.ics]);
});

test.each([
  [problem(401, "errors/disconnected_account", "Disconnected account"), "credentials"],
  [problem(403, "errors/insufficient_permissions", "Forbidden"), "credentials"],
  [problem(401, "errors/missing_credentials", "Missing credentials"), "later"],
  [problem(404, "errors/resource_not_found", "Not found"), "never"],
  [problem(400, "errors/invalid_parameters", "Invalid"), "never"],
  [problem(422, "errors/invalid_recipient", "Invalid recipient"), "never"],
  [problem(429, "errors/too_many_requests", "Slow down"), "later"],
  [problem(501, "errors/not_implemented", "Not here"), "never"],
  [{ status: 503 }, "later"],
])("classifies %j as %s", async (answer, kind) => {
  unipile.breakWith(answer);
  const google = await provider();
  const works = [google.send(mail), google.calendars(), google.events(CALENDAR, ...DECEMBER)];
  expect(await Promise.all(works.map(failure))).toEqual([kind, kind, kind]);
});

test.each([
  { object: "Something" },
  "text",
  { data: [{ strange: true }] },
  { data: [], next_cursor: { page: 2 } },
  { data: [], next_cursor: ["2"] },
])("doesn't read %j as an empty list", async (body) => {
  unipile.breakWith({ status: 200, body });
  expect(await failure((await provider()).events(CALENDAR, ...DECEMBER))).toBe("later");
});

test("keeps an email that can't be marked before posting", async () => {
  const google = await provider();
  await google.send(mail, async () => expect(unipile.asked).toEqual([]));
  expect(unipile.asked).toHaveLength(1);
  const refused = Promise.reject(new ProviderError("later", "This mail could not be marked"));
  expect(await failure(google.send(mail, () => refused))).toBe("later");
  expect(unipile.asked).toHaveLength(1);
});

test("reports unknown if accepting an email failed", async () => {
  unipile.breakWith({ status: 502 });
  const google = await provider();
  expect([await failure(google.send(mail)), await failure(google.calendars())]).toEqual(["unknown", "later"]);
});

test("reports later without a connection or with a wrong key", async () => {
  const dead = await provider({ ...unipile.settings, url: "http://127.0.0.1:1/api/v1" });
  expect([await failure(dead.send(mail)), await failure(dead.calendars())]).toEqual(["later", "later"]);
  const stranger = await provider({ ...unipile.settings, key: "other" });
  expect(await failure(stranger.calendars())).toBe("later");
});
