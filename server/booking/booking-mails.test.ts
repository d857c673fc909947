import { createMailSender } from "#server/connections/mail/sender.ts";
import { transportOf } from "#server/connections/mail/transport.ts";
import type { Outgoing } from "#server/connections/providers/provider.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { ProviderError } from "#server/platform/errors.ts";
import { bookingTests, ELEVEN, TEN, visited } from "#server/testing/booking.ts";
import { invitationOf, mailNotice, writeBookingMail } from "./booking-mails.ts";
import { storeOf } from "./store.ts";

const host = bookingTests();

async function sendAll(
  send: (mail: Outgoing) => Promise<void> = async () => {},
  to = "zoe@example.com",
): Promise<string[]> {
  const taken: string[] = [];
  const sender = createMailSender(await host.host(), {
    log: () => {},
    write: writeBookingMail,
    findTransport: async () => ({
      via: "smtp",
      from: "crm@example.com",
      account: null,
      send: async (mail) => {
        if (mail.to.address !== to) return;
        await send(mail);
        taken.push(mail.subject);
      },
    }),
  });
  await sender.run();
  await sender.finish();
  return taken;
}

type Store = Awaited<ReturnType<typeof host.store>>;

const incidentsOf = async (store: Store) =>
  ((await host.call("users.me", store.user)).body as { incidents: { kind: string }[] }).incidents;

async function cancel(store: Store): Promise<void> {
  const [booking] = await store.rows();
  const params = { id: booking?.id ?? "" };
  expect((await host.call("bookings.cancel", store.user, { params })).status).toBe(200);
}

async function notify(store: Store, title: string): Promise<void> {
  const [booking] = await store.rows();
  if (!booking) throw new Error("nothing was booked");
  const now = await host.host();
  await now.database.tenant(store.id, async (db) => {
    await mailNotice(db, now, { store: await storeOf(db), booking }, { title });
  });
}

async function triesOf(store: Store, kind: string): Promise<number[]> {
  const mail = async () => (await store.mails()).findLast((each) => each.kind === kind);
  const to = (await mail())?.toAddress;
  const tries: number[] = [];
  while ((await mail())?.state === "queued" && tries.length < 100) {
    host.clock.now = Math.max(host.clock.now, (await mail())?.dueAt.getTime() ?? 0);
    expect(await incidentsOf(store)).toEqual([]);
    const refuse = async () => {
      throw new ProviderError("later", "451 Greylisted");
    };
    await sendAll(refuse, to);
    tries.push(host.clock.now);
  }
  expect(await mail()).toMatchObject({ state: "failed", reason: expect.stringContaining("451 Greylisted") });
  expect(await incidentsOf(store)).toMatchObject([{ kind: "mailsFailed" }]);
  return tries;
}

test("skips unsent email that is outdated", async () => {
  const store = await host.store();
  const { moveToken } = visited(await store.book({ startsAt: TEN }));
  await host.moveTo(moveToken, ELEVEN);
  const mails = async () =>
    (await store.mails())
      .filter(({ kind }) => kind === "booking")
      .map(({ subject, state, reason }) => [subject?.split(":")[0], state, reason]);
  const confirmed = ["Confirmed", "skipped", "The appointment was moved"];
  expect(await mails()).toEqual([confirmed, ["Moved", "queued", null]]);
  expect(await sendAll()).toEqual(["Moved: Ring fitting on Wed, Nov 4"]);
  await cancel(store);
  expect(await sendAll()).toEqual(["Cancelled: Ring fitting on Wed, Nov 4"]);
  expect(await mails()).toEqual([confirmed, ["Moved", "sent", null], ["Cancelled", "sent", null]]);
});

test("renders an appointment email when it is sent", async () => {
  const store = await host.store();
  await store.book({ startsAt: TEN, timezone: "America/New_York" });
  expect((await store.mails())[0]).toMatchObject({ subject: "Confirmed: Ring fitting on Tue, Nov 3" });
  const database = await host.database();
  await database.tenant(store.id, (db) =>
    db.update(organizations).set({ name: "Finch’s", timezone: "America/Los_Angeles" }),
  );
  expect(await sendAll()).toEqual(["Confirmed: Ring fitting on Tue, Nov 3"]);
  const [mail] = await store.mails();
  expect(mail?.text).toContain(
    "2026\n       10:00 – 11:00 AM EST\n       7:00 – 8:00 AM PST (at the store)\n",
  );
  expect(mail?.ics).toContain("SUMMARY:Ring fitting at Finch’s");
});

test.each([
  ["confirmation", "booking", "The appointment began before it could be sent. 451 Greylisted"],
  ["notice to the store", "notice", "451 Greylisted"],
])("retries a %s until the appointment begins, then notifies staff", async (_, kind, why) => {
  const store = await host.store();
  await store.book({ startsAt: TEN });
  const tries = await triesOf(store, kind);
  expect(tries.length).toBeGreaterThan(8);
  expect((tries[6] ?? 0) - (tries[5] ?? 0)).toBe(120 * 60_000);
  expect(tries.at(-1)).toBe(Date.parse(TEN));
  expect((await store.mails()).find((mail) => mail.kind === kind)).toMatchObject({ reason: why });
});

test("retries a notice about a past appointment", async () => {
  const store = await host.store();
  await store.book({ startsAt: TEN });
  await sendAll();
  host.clock.now = Date.parse(TEN);
  await notify(store, "Not in your calendar");
  expect(await triesOf(store, "notice")).toHaveLength(5);
});

test("retries a late cancellation for an hour before notifying staff", async () => {
  const store = await host.store();
  const minute = 60_000;
  await store.book({ startsAt: TEN });
  await sendAll();
  host.clock.now = Date.parse(TEN) - minute;
  await cancel(store);
  host.clock.now = Date.parse(TEN) + minute;
  expect(await sendAll()).toEqual(["Cancelled: Ring fitting on Wed, Nov 4"]);
  expect(await incidentsOf(store)).toEqual([]);

  const other = await host.store();
  host.clock.now = Date.parse(TEN) - 10 * minute;
  await other.book({ startsAt: ELEVEN });
  await sendAll();
  host.clock.now = Date.parse(ELEVEN) - minute;
  await cancel(other);
  const tries = await triesOf(other, "booking");
  expect(tries.at(-1)).toBe(Date.parse(ELEVEN) + 60 * minute);
});

test("keeps a visitor's text plain in email", async () => {
  const store = await host.store();
  await store.book({ startsAt: TEN, note: "Look: https://evil.test/note" });
  const database = await host.database();
  const name = "https://evil.test/name";
  await database.tenant(store.id, (db) => db.update(bookings).set({ name }));
  await cancel(store);
  await notify(store, "New appointment");
  const mails = await store.mails();
  expect(mails.map(({ kind }) => kind)).toEqual(["booking", "notice", "booking", "notice"]);
  for (const { kind, toName, subject, html, text, ics } of mails) {
    expect(html).not.toMatch(/<a href="[^"]*evil/);
    expect(`${subject}`).not.toContain("evil");
    if (kind === "notice") expect(text).toContain("https://evil.test/note");
    else expect(`${toName}${text}${ics}`).not.toContain("evil");
  }
  expect(mails.at(-1)?.subject).toBe("New appointment: Ring fitting");
});

test("doesn't retry an email of a cancelled appointment", async () => {
  const store = await host.store();
  const { cancelToken } = visited(await store.book({ startsAt: TEN }));
  await sendAll(async ({ subject }) => {
    if (!subject.startsWith("Confirmed")) return;
    await host.act("visitor.cancel", cancelToken);
    throw new ProviderError("later", "451 Greylisted");
  });
  expect((await store.mails())[0]).toMatchObject({ state: "queued", reason: "451 Greylisted" });
  host.clock.now += 60_000;
  expect(await sendAll()).not.toContain("Confirmed: Ring fitting on Wed, Nov 4");
  const mails = (await store.mails()).filter(({ kind }) => kind === "booking");
  expect(mails.map(({ subject, state, reason }) => [subject?.split(":")[0], state, reason])).toEqual([
    ["Confirmed", "skipped", "The appointment was changed in the meantime"],
    ["Cancelled", "sent", null],
  ]);
});

test.each([
  ["local", true, "crm@example.com"],
  ["local", false, "hello@store.example.com"],
  ["google", true, "hello@store.example.com"],
  [null, true, "crm@example.com"],
] as const)(
  "with the account %s and the host's server %s, sends from %s",
  async (provider, hasSmtp, from) => {
    const shop = await host.store();
    await shop.book({ startsAt: TEN });
    if (provider) await shop.setAccount({ provider });
    else await host.call("integration.disconnect", shop.owner);
    const smtp = hasSmtp ? { host: "127.0.0.1", port: 1, secure: false, from: "crm@example.com" } : null;
    const now = { ...(await host.host()), smtp };
    const store = await now.database.read(shop.id, (db) => storeOf(db));
    const [booking] = await shop.rows();
    const method = "REQUEST";
    const { ics } = booking ? invitationOf(now, { store, booking, type: null, method }) : { ics: "" };
    expect(ics).toContain(`ORGANIZER;CN=Marlow & Finch:mailto:${from}`);
    expect((await transportOf(now, shop.id))?.from).toBe(from);
  },
);

async function setRules({ owner }: Store, rules: object): Promise<void> {
  const { body: types } = await host.call("appointmentTypes.list", owner);
  const params = { id: (types as { id: string }[])[0]?.id ?? "" };
  const body = { name: "Ring fitting", defaultMeetingLength: 60, daysInAdvance: 14, ...rules };
  expect((await host.call("appointmentTypes.update", owner, { params, body })).status).toBe(200);
}

test("states person and place, links only staff's addresses", async () => {
  const store = await host.store();
  const { firstName } = (await host.call("users.me", store.owner)).body as { firstName: string };
  await setRules(store, { placeText: "12 Harbor Street, side door {{store}}" });
  const { cancelToken } = visited(await store.book({ startsAt: TEN }));
  const [mail] = await store.mails();
  expect(mail?.text).toContain("What:  Ring fitting\nWhen:  Wednesday, ");
  expect(mail?.text).toContain(`\nWith:  ${firstName}\nWhere: 12 Harbor Street, side door {{store}}\n`);
  expect(mail?.ics).toContain("LOCATION:12 Harbor Street\\, side door {{store}}");
  const { body } = await host.call("visitor.ics", null, { params: { token: cancelToken ?? "" } });
  expect((body as { ics: string }).ics).toContain("LOCATION:12 Harbor Street\\, side door");

  await setRules(store, { place: "VIDEO", placeText: "https://meet.example/rings?a=1" });
  await store.book({ startsAt: ELEVEN, email: "nora@example.com" });
  const video = (await store.mails()).findLast(({ kind }) => kind === "booking");
  expect(video?.text).toContain("Video call: https://meet.example/rings?a=1\n");
  expect(video?.html).toContain('<a href="https://meet.example/rings?a=1"');
  await setRules(store, { place: "PHONE", placeText: "" });
  await host.act("visitor.cancel", cancelToken);
  const cancelled = (await store.mails()).findLast(({ kind }) => kind === "booking");
  expect(cancelled?.text).toContain(`With:  ${firstName}`);
  expect(cancelled?.text).not.toContain("By phone");

  await setRules(store, { place: "STORE", placeText: "" });
  const database = await host.database();
  await database.tenant(store.id, (db) => db.update(organizations).set({ address: "12 Harbor Street" }));
  await store.book({ startsAt: "2026-11-03T18:00:00.000Z", email: "pia@example.com" });
  const here = (await store.mails()).findLast(({ kind }) => kind === "booking");
  expect(here?.text).toContain(
    "Where: 12 Harbor Street\n       Get directions: https://www.google.com/maps/search/?api=1&query=12+Harbor+Street\n",
  );
});

test("sends reminders at the type's intervals", async () => {
  const store = await host.store();
  await setRules(store, { reminders: [1440, 120, 60, 120] });
  const { moveToken } = visited(await store.book({ startsAt: TEN }));
  const reminders = async () =>
    (await store.mails())
      .filter(({ kind }) => kind === "reminder")
      .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
      .map(({ state, dueAt }) => [state, dueAt.toISOString()]);
  expect(await reminders()).toEqual([
    ["queued", "2026-11-03T13:00:00.000Z"],
    ["queued", "2026-11-03T14:00:00.000Z"],
  ]);
  await setRules(store, { reminders: [30] });
  await host.moveTo(moveToken, ELEVEN);
  expect(await reminders()).toEqual([
    ["skipped", "2026-11-03T13:00:00.000Z"],
    ["skipped", "2026-11-03T14:00:00.000Z"],
    ["queued", "2026-11-03T15:30:00.000Z"],
  ]);
  await cancel(store);
  expect((await reminders()).map(([state]) => state)).toEqual(["skipped", "skipped", "skipped"]);
  await setRules(store, { reminders: [] });
  await store.book({ startsAt: TEN, email: "nora@example.com" });
  expect(await reminders()).toHaveLength(3);
});
