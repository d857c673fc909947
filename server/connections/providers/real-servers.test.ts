import { ImapFlow } from "imapflow";
import PostalMime from "postal-mime";
import type { BookingEvent } from "#server/connections/calendar/write-event.ts";
import type { Person } from "#server/testing/host.ts";
import { mailTests } from "#server/testing/mail.ts";
import {
  ADDRESS,
  calendarFile,
  connectOnPage,
  PASSWORD,
  startRealServers,
} from "#server/testing/real-servers.ts";
import { connectionOfStore } from "./connections.ts";
import type { Provider } from "./provider.ts";

const host = mailTests();
let owner: Person;
let servers: Awaited<ReturnType<typeof startRealServers>>;

const shelves = [
  {
    user: "alice",
    id: "work",
    name: "2026",
    files: {
      "weekly.ics": calendarFile(
        "weekly",
        "DTSTART;TZID=Europe/London:20261019T090000",
        "DURATION:PT1H",
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "SUMMARY:Stocktake",
      ),
      "away.ics": calendarFile(
        "away",
        "DTSTART;VALUE=DATE:20261024",
        "DTEND;VALUE=DATE:20261026",
        "SUMMARY:Away",
        "TRANSP:TRANSPARENT",
      ),
      "floating.ics": calendarFile(
        "floating",
        "DTSTART:20261026T003000",
        "DURATION:PT30M",
        "SUMMARY:Floating",
      ),
    },
  },
  { user: "alice", id: "holidays", name: "Holidays" },
  { user: "alice", id: "people", name: "People", tag: "VADDRESSBOOK" },
];

beforeAll(async () => {
  servers = await startRealServers(shelves);
  ({ owner } = await host.shop());
}, 60_000);
afterAll(() => servers?.stop(), 30_000);

const connect = (changes: Record<string, string> = {}) =>
  connectOnPage(host, owner, { ...servers.form, ...changes });

async function provider(): Promise<Provider> {
  const found = await connectionOfStore(await host.host(), owner.organizationId);
  if (!found) throw new Error("no account");
  return found;
}

const calendarNamed = async (name: string) => {
  const { body } = await host.call("integration.calendars", owner);
  return (body as { id: string; name: string }[]).find((calendar) => calendar.name === name)?.id ?? "";
};

async function events(from: string, to: string) {
  const { body } = await host.call("integration.events", owner, { query: { from, to } });
  return (body as { title: string; start: { date_time: string }; end: { date_time: string } }[]).map(
    ({ title, start, end }) => `${start.date_time.slice(0, 16)}/${end.date_time.slice(0, 16)} ${title}`,
  );
}

test("rejects wrong passwords for either server", async () => {
  const wrong: Record<string, string>[] = [
    { password: "wrong" },
    { caldavPassword: "wrong" },
    { caldavUser: "bob" },
  ];
  for (const changes of wrong) {
    const { status, page } = await connect(changes);
    expect([status, page.includes("Could not connect with these details.")]).toEqual([422, true]);
  }
  expect(await host.call("integration.account", owner)).toMatchObject({ body: { isAuthorized: false } });
});

test("connects both servers and offers their calendars", async () => {
  expect((await connect()).status).toBe(303);
  expect((await host.call("integration.calendars", owner)).body).toEqual([
    { id: expect.stringContaining("/alice/work/"), name: "2026", is_primary: false, is_read_only: false },
    {
      id: expect.stringContaining("/alice/holidays/"),
      name: "Holidays",
      is_primary: false,
      is_read_only: true,
    },
  ]);
  expect((await host.call("integration.account", owner)).body).toMatchObject({
    provider: "imap",
    address: ADDRESS,
    calendarData: { calendarId: await calendarNamed("2026") },
  });
  const availability = Array.from({ length: 7 }, () => Array(24).fill(true));
  const body = { calendarId: await calendarNamed("Holidays"), availability };
  expect((await host.call("integration.setCalendar", owner, { body })).status).toBe(400);
});

test("keeps events' local hour when clocks go back", async () => {
  expect(await events("2026-10-01T00:00:00Z", "2026-12-01T00:00:00Z")).toEqual([
    "2026-10-19T08:00/2026-10-19T09:00 Stocktake",
    "2026-10-23T23:00/2026-10-26T00:00 Away",
    "2026-10-26T00:30/2026-10-26T01:00 Floating",
    "2026-10-26T09:00/2026-10-26T10:00 Stocktake",
    "2026-11-02T09:00/2026-11-02T10:00 Stocktake",
  ]);
  // Servers place floating times and days differently.
  expect(await events("2026-10-26T00:59:00Z", "2026-10-26T01:00:00Z")).toEqual([
    "2026-10-26T00:30/2026-10-26T01:00 Floating",
  ]);
});

const event: BookingEvent = {
  uid: "0190b7a0-0000-7000-8000-000000000001",
  sequence: 0,
  title: "Ring fitting; Zoë, Frost",
  description: "zoe@example.com\r\nA note\rRRULE:FREQ=DAILY",
  startsAt: new Date("2026-12-01T15:00:00Z"),
  endsAt: new Date("2026-12-01T15:30:00Z"),
};

test("saves an event once, moves and removes it", async () => {
  const calendar = await provider();
  const id = await calendarNamed("2026");
  await Promise.all(Array.from({ length: 5 }, () => calendar.saveEvent(id, event)));
  const december = ["2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"] as const;
  expect(await events(...december)).toEqual([`2026-12-01T15:00/2026-12-01T15:30 ${event.title}`]);
  const moved = {
    ...event,
    sequence: 1,
    startsAt: new Date("2026-12-02T09:00Z"),
    endsAt: new Date("2026-12-02T09:30Z"),
  };
  await calendar.saveEvent(id, moved);
  expect(await events(...december)).toEqual([`2026-12-02T09:00/2026-12-02T09:30 ${event.title}`]);
  await calendar.removeEvent(id, event.uid);
  await calendar.removeEvent(id, event.uid);
  expect(await events(...december)).toEqual([]);
  const refused = calendar.saveEvent(await calendarNamed("Holidays"), event);
  await expect(refused).rejects.toMatchObject({ kind: "never" });
});

test("delivers an email with an invitation unchanged", async () => {
  const invite = calendarFile("invite", "DTSTART:20261201T150000Z", "SUMMARY:Ring fitting").replace(
    "VERSION",
    "METHOD:REQUEST\r\nVERSION",
  );
  await (await provider()).send({
    id: "1",
    messageId: "<1@loupe.example>",
    to: { address: ADDRESS, name: "Alice “A” Müller" },
    fromName: "Marlow & Finch",
    subject: "Your ring fitting – Tuesday",
    text: "Dear Alice\n.\nSee you",
    html: "<p>Dear Alice</p>",
    headers: { "Auto-Submitted": "auto-generated" },
    unsubscribeUrl: "https://crm.example.com/unsubscribe/1",
    calendar: { method: "REQUEST", ics: invite },
  });
  const mail = await PostalMime.parse(await received("<1@loupe.example>"));
  expect(mail).toMatchObject({
    from: { address: ADDRESS, name: "Marlow & Finch" },
    to: [{ address: ADDRESS, name: "Alice “A” Müller" }],
    subject: "Your ring fitting – Tuesday",
    messageId: "<1@loupe.example>",
  });
  expect(mail.text).toContain("Dear Alice\n.\nSee you");
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("list-unsubscribe")).toBe("<https://crm.example.com/unsubscribe/1>");
  expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(mail.attachments.map(({ mimeType }) => mimeType)).toContain("text/calendar");
});

async function received(messageId: string): Promise<Buffer> {
  const auth = { user: ADDRESS, pass: PASSWORD };
  const client = new ImapFlow({
    host: "127.0.0.1",
    port: servers.dovecot.port,
    secure: false,
    auth,
    logger: false,
  });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.mailboxOpen("INBOX");
    for (let tries = 0; tries < 100; tries++) {
      await client.noop();
      const found = await client.search({ header: { "message-id": messageId } });
      const [number] = found || [];
      const message = number ? await client.fetchOne(String(number), { source: true }) : false;
      if (message && message.source !== undefined) return message.source;
      await new Promise((later) => setTimeout(later, 100));
    }
  } finally {
    await client.logout();
  }
  throw new Error(`${messageId} did not arrive`);
}

test("reports a changed password until the account is reconnected", async () => {
  await servers.dovecot.setPassword("another");
  const id = await host.notice(owner.organizationId, { to: { address: ADDRESS, name: "" } });
  await host.sendAll();
  const account = async () => (await host.call("integration.account", owner)).body;
  expect(await account()).toMatchObject({ error: expect.stringContaining("mail server no longer accepts") });
  await (await provider()).calendars();
  expect(await account()).toMatchObject({ error: expect.stringContaining("mail server no longer accepts") });
  expect((await connect({ password: "another", caldavPassword: PASSWORD })).status).toBe(303);
  expect(await account()).toMatchObject({ error: null });
  await host.sendAll();
  expect((await host.call("mails.get", owner, { params: { id } })).body).toMatchObject({ state: "sent" });
});
