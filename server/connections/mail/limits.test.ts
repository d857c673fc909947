import { DEFAULT_MAIL_LIMITS, type MailLimits } from "#lib/contract/mail-limits.ts";
import { campaignsOf, EVERYBODY, runCampaigns } from "#server/testing/campaigns.ts";
import type { Person } from "#server/testing/host.ts";
import { mailTests, NINE, zoe } from "#server/testing/mail.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";
import { quietUntil } from "./limits.ts";

const tests = mailTests();
const { clock, mailShop, notice, sender, sendAll, withSink } = tests;
const campaigns = campaignsOf(tests);
const DAY = 86_400_000;
const HOUR = 3_600_000;
const OVER = { state: "skipped", reason: "Already got 2 marketing emails in 7 days" };

async function setLimits(owner: Person, changes: Partial<MailLimits>) {
  const body = { ...DEFAULT_MAIL_LIMITS, ...changes };
  expect((await tests.call("organization.setMailLimits", owner, { body })).status).toBe(200);
}

describe("the cap for one person", () => {
  test("sends two marketing emails in seven days", async () => {
    const { owner, store } = await mailShop();
    const amara = await store.contact("amara@example.com", "Amara");
    const { host, sink } = await withSink();
    const rules = [await store.automation(), await store.automation()];
    const campaign = await campaigns.created(owner);
    const first = await store.queue(rules[0] ?? "", amara);
    await campaigns.act("campaigns.schedule", owner, campaign);
    await runCampaigns(host);
    await sendAll(host);
    expect(await store.mail(first)).toMatchObject({ state: "sent" });
    expect(await campaigns.mailsOf(campaign)).toMatchObject([{ state: "sent" }]);

    clock.now += HOUR;
    const third = await store.queue(rules[1] ?? "", amara);
    const other = await store.queue(rules[1] ?? "", await store.contact(zoe.address));
    await sendAll(host);
    expect(await store.mail(third)).toMatchObject(OVER);
    expect(await store.mail(other)).toMatchObject({ state: "sent" });
    expect(sink.taken.map(({ to }) => to).sort()).toEqual([
      "amara@example.com",
      "amara@example.com",
      zoe.address,
    ]);
    clock.now += 7 * DAY - HOUR;
    const later = await store.queue(rules[1] ?? "", amara);
    await sendAll(host);
    expect(await store.mail(later)).toMatchObject({ state: "sent" });
  });

  test("counts contacts with the same address as one person", async () => {
    const { store } = await mailShop();
    const twins = [await store.contact("amara@example.com"), await store.contact("AMARA@example.com")];
    const rules = await Promise.all([1, 2, 3].map(() => store.automation()));
    const queued: string[] = [];
    for (const rule of rules) for (const twin of twins) queued.push(await store.queue(rule, twin));
    const { host, sink } = await withSink();
    await sendAll(host);
    const states = await Promise.all(queued.map(async (id) => (await store.mail(id)).state));
    expect(states.sort()).toEqual(["sent", "sent", "skipped", "skipped", "skipped", "skipped"].sort());
    expect(sink.taken).toHaveLength(2);
  });

  test("counts a deleted contact's emails for the same address", async () => {
    const { owner, store } = await mailShop();
    const rule = await store.automation();
    const former = await store.contact("Amara@example.com");
    for (const n of [1, 2]) await store.queue(rule, former, { occurrence: `${n}` });
    const { host, sink } = await withSink();
    await sendAll(host);
    expect((await tests.call("contacts.delete", owner, { params: { id: former } })).status).toBe(200);
    const queued = await store.queue(rule, await store.contact("amara@example.com"));
    expect(await campaigns.outlook(owner, { where: EVERYBODY })).toMatchObject({ reached: 0 });
    await sendAll(host);
    expect(await store.mail(queued)).toMatchObject(OVER);
    expect(sink.taken).toHaveLength(2);
  });

  test("holds when several hosts send at once", async () => {
    const { store } = await mailShop();
    const contact = await store.contact("amara@example.com");
    const rules = await Promise.all(Array.from({ length: 12 }, () => store.automation()));
    for (const rule of rules) await store.queue(rule, contact);
    const { host, sink } = await withSink();
    const hosts = [sender(host), sender(host), sender(host)];
    await Promise.all(hosts.map((one) => one.run()));
    await Promise.all(hosts.map((one) => one.finish()));
    await sendAll(host);
    expect(sink.taken).toHaveLength(2);
    const states = (await store.mails()).map(({ state }) => state);
    expect(states.filter((state) => state === "skipped")).toHaveLength(10);
  });

  test("counts the store's whole days", async () => {
    const { owner, store } = await mailShop();
    await setLimits(owner, { mails: 1 });
    const contact = await store.contact("amara@example.com");
    const rule = await store.automation();
    const { host } = await withSink();
    clock.now = NINE + 5_000;
    const monday = await store.queue(rule, contact);
    await sendAll(host);
    clock.now = NINE + 6 * DAY;
    const early = await store.queue(await store.automation(), contact);
    await sendAll(host);
    expect(await store.mail(early)).toMatchObject({ state: "skipped" });
    clock.now = NINE + 7 * DAY;
    const next = await store.queue(rule, contact);
    await sendAll(host);
    for (const id of [monday, next]) expect(await store.mail(id)).toMatchObject({ state: "sent" });
  });

  test("exempts resent emails, and birthday emails unless limited", async () => {
    const { owner, user, store } = await mailShop();
    await setLimits(owner, { mails: 1, days: 1 });
    const contact = await store.contact("amara@example.com");
    const { host } = await withSink();
    const queue = async (occurrence: string, changes = {}) =>
      store.queue(await store.automation(), contact, { occurrence, ...changes });
    await queue("first");
    await sendAll(host);
    const birthday = await queue("birthday:2026");
    const resent = await queue("again", { state: "failed" });
    expect((await tests.call("mails.resend", user, { params: { id: resent } })).status).toBe(200);
    await sendAll(host);
    for (const id of [birthday, resent]) expect(await store.mail(id)).toMatchObject({ state: "sent" });
    await setLimits(owner, { mails: 1, days: 1, exceptGreetings: false });
    const anniversary = await queue("anniversary:2026");
    await sendAll(host);
    expect(await store.mail(anniversary)).toMatchObject({
      state: "skipped",
      reason: "Already got 1 marketing email in 1 day",
    });
  });

  test("never stops appointment emails", async () => {
    const { id, owner, store } = await mailShop();
    const contact = await store.contact(zoe.address);
    const rules = await Promise.all([1, 2, 3, 4].map(() => store.automation()));
    const { host, sink } = await withSink();
    for (const rule of rules.slice(0, 2)) await store.queue(rule, contact);
    await sendAll(host);
    for (const kind of ["reminder", "booking", "notice"] as const)
      await notice(id, { kind, contactId: contact, to: zoe });
    await sendAll(host);
    expect(sink.taken).toHaveLength(5);
    await setLimits(owner, { isCapped: false });
    for (const rule of rules.slice(2)) await store.queue(rule, contact);
    await sendAll(host);
    expect(sink.taken).toHaveLength(7);
  });

  test("doesn't count birthday emails unless the store limits them", async () => {
    const { owner, store } = await mailShop();
    await setLimits(owner, { mails: 1 });
    const contact = await store.contact("amara@example.com");
    const { host } = await withSink();
    const queue = async (occurrence: string) =>
      store.queue(await store.automation(), contact, { occurrence });
    await queue("birthday:2026");
    await sendAll(host);
    const first = await queue("first");
    await sendAll(host);
    expect(await store.mail(first)).toMatchObject({ state: "sent" });

    const other = await store.contact("ben@example.com");
    await setLimits(owner, { mails: 1, exceptGreetings: false });
    await store.queue(await store.automation(), other, { occurrence: "birthday:2026" });
    await sendAll(host);
    const second = await store.queue(await store.automation(), other);
    await sendAll(host);
    expect(await store.mail(second)).toMatchObject({ state: "skipped" });
  });

  test("shows in a preview which contacts reached it", async () => {
    const { owner, store } = await mailShop();
    const amara = await store.contact("amara@example.com", "Amara");
    await store.contact("ben@example.com", "Ben");
    const rule = await store.automation();
    for (const n of [1, 2]) await store.queue(rule, amara, { occurrence: `${n}` });
    const { host } = await withSink();
    await sendAll(host);
    expect(await campaigns.outlook(owner, { where: EVERYBODY })).toMatchObject({
      total: 2,
      reached: 1,
      skipped: [{ reason: OVER.reason, count: 1 }],
    });
    const asked = await tests.call("automations.recipients", owner, { params: { id: rule } });
    const { contacts } = asked.body as { contacts: { email: string; skipped: string | null }[] };
    expect(contacts.find(({ email }) => email === "amara@example.com")?.skipped).toBe(OVER.reason);
    expect(contacts.find(({ email }) => email === "ben@example.com")?.skipped).toBeNull();
  });
});

describe("quiet hours", () => {
  const TEN_PM = Date.parse("2026-07-01T21:00:00Z");
  const EIGHT_AM = Date.parse("2026-07-02T07:00:00Z");

  test("delay only marketing emails until they end", async () => {
    const { id, owner, store } = await mailShop();
    await setLimits(owner, { isQuiet: true });
    clock.now = TEN_PM;
    const contact = await store.contact("amara@example.com");
    const rule = await store.automation();
    const waiting = await store.queue(rule, contact, { day: "2026-07-01" });
    const birthday = await store.queue(rule, contact, { occurrence: "birthday:2026", day: "2026-07-01" });
    const resent = await store.queue(rule, contact, { isResent: true });
    const reminder = await notice(id, { kind: "reminder" });
    const confirmation = await notice(id, { kind: "booking" });
    const { host } = await withSink();
    await sendAll(host);
    expect(await store.mail(waiting)).toMatchObject({
      state: "queued",
      reason: "Quiet hours",
      dueAt: new Date(EIGHT_AM),
      day: "2026-07-02",
    });
    expect(await store.mail(birthday)).toMatchObject({
      state: "skipped",
      reason: "Its day was over before the quiet hours ended",
    });
    for (const mail of [resent, reminder, confirmation])
      expect(await store.mail(mail)).toMatchObject({ state: "sent" });
    clock.now = EIGHT_AM;
    await sendAll(host);
    expect(await store.mail(waiting)).toMatchObject({ state: "sent", reason: null });
  });

  test("end without emails of deleted or cancelled records", async () => {
    const { owner, store } = await mailShop();
    await setLimits(owner, { isQuiet: true, isCapped: false });
    clock.now = TEN_PM;
    const contact = await store.contact("amara@example.com");
    const records = recordsOf(tests);
    const sell = async () =>
      records.sale(owner, await records.saleForm(owner, { contact: { id: contact, name: "" } }));
    const book = async (hour: number) => {
      const body = {
        ...{ contactId: contact, caller: null, personId: owner.id, typeId: null, title: "Fitting" },
        ...{ minutes: 30, startsAt: `2026-07-03T${hour}:00:00Z`, note: null, key: `booked-at-${hour}` },
        allow: ["HOURS"],
      };
      const answer = await tests.call("bookings.create", owner, { body });
      return (answer.body as { booking: { id: string } }).booking.id;
    };
    const takeIn = async () => {
      const answer = await tests.call("repairs.create", owner, { body: repairOf(contact) });
      return (answer.body as { id: string }).id;
    };
    const ready = " 2026-07-01T21:00:00.000Z";
    const made = {
      sale: [await sell(), await sell()],
      booking: [await book(13), await book(14)],
      repair: [await takeIn(), await takeIn()],
    };
    const mails: string[] = [];
    for (const [kind, ids] of Object.entries(made))
      for (const id of ids)
        mails.push(
          await store.queue(await store.automation(), contact, {
            occurrence: `${kind}:${id}${kind === "repair" ? ready : ""}`,
            isResent: false,
          }),
        );
    const { host } = await withSink();
    await sendAll(host);
    for (const mail of mails) expect(await store.mail(mail)).toMatchObject({ reason: "Quiet hours" });
    const [sale, appointment, repair] = Object.values(made).map(([id = ""]) => id);
    for (const [what, id = ""] of [
      ["sales.delete", sale],
      ["bookings.cancel", appointment],
      ["repairs.delete", repair],
    ] as const)
      expect((await tests.call(what, owner, { params: { id } })).status).toBe(200);
    clock.now = EIGHT_AM;
    await sendAll(host);
    const states = await Promise.all(
      mails.map(async (id) => {
        const { state, reason } = await store.mail(id);
        return [state, reason];
      }),
    );
    expect(states).toEqual([
      ["skipped", "The sale was deleted"],
      ["sent", null],
      ["skipped", "The appointment was cancelled"],
      ["sent", null],
      ["skipped", "The repair was deleted"],
      ["sent", null],
    ]);
  });

  test("stop delaying emails at once when the owner changes them", async () => {
    const { owner, store } = await mailShop();
    await setLimits(owner, { isQuiet: true });
    clock.now = TEN_PM;
    const mail = await store.queue(await store.automation(), await store.contact("amara@example.com"));
    const { host } = await withSink();
    await sendAll(host);
    expect(await store.mail(mail)).toMatchObject({ reason: "Quiet hours" });
    await setLimits(owner, { isQuiet: true, quietFrom: "23:00" });
    await sendAll(host);
    expect(await store.mail(mail)).toMatchObject({ state: "sent" });
  });

  test.each([
    ["22:00", "08:00", "2026-07-01T21:30:00Z", "2026-07-02T07:00:00.000Z"],
    ["22:00", "08:00", "2026-07-01T05:00:00Z", "2026-07-01T07:00:00.000Z"],
    ["22:00", "08:00", "2026-07-01T07:00:00Z", null],
    ["22:00", "08:00", "2026-07-01T20:59:59Z", null],
    ["12:00", "14:00", "2026-07-01T11:00:00Z", "2026-07-01T13:00:00.000Z"],
    ["12:00", "14:00", "2026-07-01T13:00:00Z", null],
    ["22:00", "01:30", "2026-03-28T23:00:00Z", "2026-03-29T01:00:00.000Z"],
    ["22:00", "08:00", "2026-03-28T23:00:00Z", "2026-03-29T07:00:00.000Z"],
    ["22:00", "01:30", "2026-10-25T00:15:00Z", "2026-10-25T00:30:00.000Z"],
    ["22:00", "01:30", "2026-10-25T01:15:00Z", null],
    ["22:00", "08:00", "2026-10-24T22:00:00Z", "2026-10-25T08:00:00.000Z"],
  ])("from %s to %s: at %s they last until %s", (quietFrom, quietTo, at, until) => {
    const limits = { ...DEFAULT_MAIL_LIMITS, isQuiet: true, quietFrom, quietTo };
    expect(quietUntil(limits, "Europe/London", new Date(at))?.toISOString() ?? null).toBe(until);
    expect(quietUntil({ ...limits, isQuiet: false }, "Europe/London", new Date(at))).toBeNull();
  });

  test("show on a campaign until when they delay it", async () => {
    const { owner, store } = await mailShop();
    await setLimits(owner, { isQuiet: true });
    await store.contact("amara@example.com");
    clock.now = TEN_PM;
    const { host, sink } = await withSink();
    const [running, scheduled, later] = [
      await campaigns.created(owner),
      await campaigns.created(owner),
      await campaigns.created(owner),
    ];
    await campaigns.act("campaigns.schedule", owner, running);
    await campaigns.act("campaigns.schedule", owner, scheduled, { at: "2026-07-02T05:00" });
    await campaigns.act("campaigns.schedule", owner, later, { at: "2026-07-02T09:00" });
    await runCampaigns(host);
    await sendAll(host);
    for (const id of [running, scheduled])
      expect((await campaigns.get(owner, id)).quietUntil).toBe(new Date(EIGHT_AM).toISOString());
    expect((await campaigns.get(owner, later)).quietUntil).toBeNull();
    expect(sink.taken).toHaveLength(0);
    clock.now = EIGHT_AM;
    expect((await campaigns.get(owner, running)).quietUntil).toBeNull();
    await sendAll(host);
    expect(sink.taken).toHaveLength(1);
  });

  test("delay more emails than one claim postpones", async () => {
    const { id, owner, store } = await mailShop();
    await setLimits(owner, { isQuiet: true });
    clock.now = TEN_PM;
    const mail = await store.queue(await store.automation(), await store.contact("amara@example.com"));
    const database = await tests.database();
    await database.system((db) =>
      db.execute(`insert into mails (organization_id, id, kind, automation_id, contact_id, to_address, to_name, due_at, occurrence)
        select organization_id, gen_random_uuid(), kind, automation_id, contact_id, to_address, to_name, due_at, n
        from mails, generate_series(1, 1200) as n where id = '${mail}'`),
    );
    const reminder = await notice(id, { kind: "reminder" });
    const { host, sink } = await withSink();
    await sendAll(host);
    await sendAll(host);
    expect(sink.taken).toHaveLength(1);
    expect(await store.mail(reminder)).toMatchObject({ state: "sent" });
    const waiting = (await store.mails()).filter(({ reason }) => reason === "Quiet hours");
    expect(waiting).toHaveLength(1201);
  });

  test("can't start and end at once; only managers change them", async () => {
    const { owner, user } = await mailShop();
    const body = { ...DEFAULT_MAIL_LIMITS, isQuiet: true, quietTo: "21:00" };
    expect((await tests.call("organization.setMailLimits", owner, { body })).status).toBe(400);
    expect((await tests.call("organization.setMailLimits", user, { body: DEFAULT_MAIL_LIMITS })).status).toBe(
      403,
    );
    expect((await tests.call("organization.mailLimits", user)).body).toEqual(DEFAULT_MAIL_LIMITS);
  });
});
