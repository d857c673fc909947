import { eq, like } from "drizzle-orm";
import { offerKey } from "#server/booking/offers.ts";
import { inStore } from "#server/platform/db/client.ts";
import { idOfContent, newId } from "#server/platform/db/id.ts";
import { beginIncident } from "#server/platform/db/incidents.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { offers, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { automations, incidents, mails } from "#server/platform/db/schema-mail.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { mailStore } from "#server/testing/mail-store.ts";
import { hold } from "./held.ts";

const NOON = new Date("2026-07-01T12:00:00Z");
const host = testHost({ clock: () => NOON });
let shop: Shop;

beforeEach(async () => {
  shop = await host.shop();
  const database = await host.database();
  const store = mailStore({ database, clock: () => NOON }, shop.id);
  const rule = await store.automation({ activatedAt: new Date("2026-06-01T00:00:00Z"), nextRunAt: NOON });
  await store.queue(rule, await store.contact("amara@example.com"));
  await database.system((db) => db.transaction((tx) => hold(tx, "2026-06-30T02:00:00.000Z")));
});

const stored = async () =>
  (await host.database()).system(async (db) => {
    const [rule] = await db.select().from(automations).where(eq(automations.organizationId, shop.id));
    const [mail] = await db.select().from(mails).where(eq(mails.organizationId, shop.id));
    return { ...rule, state: mail?.state, reason: mail?.reason };
  });
const release = (what: string, person = shop.owner) =>
  host.call("backups.release", person, { body: { what } });

test("holds everything due and lists it for owner and admins", async () => {
  expect(await stored()).toMatchObject({ state: "held", nextRunAt: null, isActive: true });
  const { body } = await host.call("backups.held", shop.admin);
  expect(body).toMatchObject({
    since: "2026-06-30T02:00:00.000Z",
    mailCount: 1,
    mails: [{ kind: "automation" }],
    automations: [{ name: "Birthday" }],
    appointments: 0,
  });
  expect((await host.call("backups.held", shop.user)).status).toBe(403);
  expect((await release("send", shop.user)).status).toBe(403);
});

test("sends released email and catches up on today's run", async () => {
  expect((await release("send")).status).toBe(200);
  expect(await stored()).toMatchObject({ state: "queued", nextRunAt: new Date("2026-07-01T08:00:00.000Z") });
});

test("never sends dropped email, and continues automations", async () => {
  expect((await release("drop", shop.admin)).status).toBe(200);
  expect(await stored()).toMatchObject({
    state: "skipped",
    reason: "Not sent after the restore",
    nextRunAt: new Date("2026-07-02T08:00:00.000Z"),
  });
});

test("accepts the first of two decisions per store", async () => {
  const other = shop;
  const answers = await Promise.all([release("drop"), release("send")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { owner } = await host.shop();
  expect((await host.call("backups.release", owner, { body: { what: "send" } })).status).toBe(409);
  expect((await host.call("backups.release", owner, { body: { what: "burn" } })).status).toBe(400);
  const database = await host.database();
  const [store] = await database.system((db) =>
    db.select({ since: organizations.heldSince }).from(organizations).where(eq(organizations.id, other.id)),
  );
  expect(store?.since).toBeNull();
});

test.each(["send", "drop"])("%s: offers an expired waiting list time again", async (what) => {
  const type = { name: "Fitting", defaultMeetingLength: 30, daysInAdvance: 30 };
  const { body } = await host.call("appointmentTypes.create", shop.owner, { body: type });
  const database = await host.database();
  const hour = (by: number) => new Date(NOON.getTime() + by * 3_600_000);
  const own = { organizationId: shop.id };
  const offered = async (nth: number, heldUntil: Date) => {
    const entry = {
      ...own,
      id: newId(),
      appointmentTypeId: (body as { id: string }).id,
      requestKey: newId(),
    };
    const who = { name: "Dora", email: "dora@example.com", timezone: "UTC", rank: nth };
    const times = { startsAt: hour(48 + nth), endsAt: hour(49 + nth) };
    const blocked = { blockedFrom: hour(48 + nth), blockedUntil: hour(49 + nth) };
    await database.tenant(shop.id, async (db) => {
      await db
        .insert(waitlistEntries)
        .values({ ...entry, ...who, fromDay: "2026-07-03", toDay: "2026-07-03" });
      const offer = { ...own, id: newId(), entryId: entry.id, userId: shop.owner.id, heldUntil };
      await db.insert(offers).values({ ...offer, ...times, ...blocked });
      const mailId = idOfContent(shop.id, "booking", offerKey(offer.id));
      const to = {
        toAddress: who.email,
        toName: who.name,
        subject: `Offer ${nth}`,
        state: "held" as const,
      };
      await db.insert(mails).values({ ...own, id: mailId, kind: "booking", ...to });
    });
  };
  await offered(0, hour(-20));
  await offered(1, hour(20));
  expect((await release(what)).status).toBe(200);
  const found = await database.read(shop.id, (db) =>
    db.select({ state: offers.state }).from(offers).orderBy(offers.startsAt),
  );
  expect(found).toEqual([{ state: "WITHDRAWN" }, { state: "OPEN" }]);
  const emails = await database.read(shop.id, (db) =>
    db
      .select({ state: mails.state, reason: mails.reason })
      .from(mails)
      .where(like(mails.subject, "Offer%"))
      .orderBy(mails.subject),
  );
  expect(emails).toEqual([
    { state: "skipped", reason: "The time is no longer reserved" },
    what === "send"
      ? { state: "queued", reason: null }
      : { state: "skipped", reason: "Not sent after the restore" },
  ]);
});

test("ends another machine's incident about a failed backup", async () => {
  const database = await host.database();
  await database.system(async (db) => {
    await beginIncident(inStore(db, shop.id), NOON, {
      ...{ organizationId: shop.id, kind: "backupFailed", title: "", text: "", href: "/dashboard" },
    });
    await db.transaction((tx) => hold(tx, "2026-06-30T02:00:00.000Z"));
  });
  const [found] = await database.system((db) =>
    db.select().from(incidents).where(eq(incidents.organizationId, shop.id)),
  );
  expect(found).toMatchObject({ kind: "backupFailed", endedAt: expect.any(Date), notifyAt: null });
});
