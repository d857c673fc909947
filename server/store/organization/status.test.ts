import type { Turn } from "#server/jobs/loop.ts";
import { inStore } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { beginIncident } from "#server/platform/db/incidents.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { accounts, mails } from "#server/platform/db/schema-mail.ts";
import { type Shop, testHost } from "#server/testing/host.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const failing: Turn = {
  ...{ name: "send mails", startedAt: NOW.getTime() - 90_000, since: null },
  ...{ endedAt: NOW.getTime() - 60_000, failingSince: NOW.getTime() - 30_000 },
};
const host = testHost({ clock: () => NOW, turns: [failing] });
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

async function status({ owner }: Shop) {
  const { status, body } = await host.call("status.get", owner);
  expect(status).toBe(200);
  return body as {
    mail: object;
    calendars: { accounts: object[]; unwritten: number; refused: number };
    host: { jobs: object[]; version: string; schema: string; troubles: string[] };
    backups: object | null;
  };
}

async function account(shop: Shop, more: object = {}) {
  const id = newId();
  await (await host.database()).tenant(shop.id, (db) =>
    db.insert(accounts).values({
      ...{ organizationId: shop.id, id, userId: shop.owner.id, provider: "imap" as const },
      ...{ address: "shop@example.com", isStores: true, ...more },
    }),
  );
  return id;
}

test("counts queued email without an account, and shows versions", async () => {
  const shop = await host.shop();
  const answer = await status(shop);
  expect(answer.mail).toEqual({
    ...{ way: "none", address: null, error: null },
    ...{ waiting: 0, oldestDueAt: null, sent: 0, failed: 0, unknown: 0 },
  });
  expect(answer.calendars).toEqual({ accounts: [], unwritten: 0, refused: 0 });
  expect(answer.host).toMatchObject({
    ...{ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), schema: expect.stringMatching(/^\d{4}_[\w-]+$/) },
    ...{ database: "embedded", troubles: [] },
    jobs: [
      {
        name: "send mails",
        since: null,
        endedAt: at(-1).toISOString(),
        failingSince: at(-0.5).toISOString(),
      },
    ],
  });
});

test("counts emails by state for this store only", async () => {
  const [shop, other] = [await host.shop(), await host.shop()];
  await account(shop, { error: "Refused" });
  const mail = (more: Partial<typeof mails.$inferInsert>) => ({
    ...{
      organizationId: shop.id,
      id: newId(),
      kind: "test" as const,
      toAddress: "z@example.com",
      toName: "Z",
    },
    ...{ createdAt: at(-60), dueAt: at(-60), ...more },
  });
  await (await host.database()).system((db) =>
    db
      .insert(mails)
      .values([
        mail({ dueAt: at(-7) }),
        mail({ dueAt: at(7) }),
        mail({ state: "sent", sentAt: at(-5) }),
        mail({ state: "sent", sentAt: at(-60 * 25) }),
        mail({ state: "failed" }),
        mail({ state: "failed", createdAt: at(-60 * 24 * 8) }),
        mail({ state: "unknown" }),
        mail({ organizationId: other.id, state: "failed" }),
      ]),
  );
  expect((await status(shop)).mail).toEqual({
    ...{ way: "account", address: "shop@example.com", error: "Refused" },
    ...{ waiting: 1, oldestDueAt: at(-7).toISOString(), sent: 1, failed: 1, unknown: 1 },
  });
  expect((await status(other)).mail).toMatchObject({ way: "none", failed: 1 });
});

test("lists an unreachable calendar and its missing appointments", async () => {
  const shop = await host.shop();
  const id = await account(shop);
  const incident = { kind: "unread", key: id, title: "x", text: "x", over: "x", href: "/dashboard" } as const;
  const booked = (more: Partial<typeof bookings.$inferInsert>) => ({
    ...{ organizationId: shop.id, id: newId(), title: "Fitting", name: "Z", email: "z@example.com" },
    ...{ timezone: "UTC", requestKey: newId(), startsAt: at(60), endsAt: at(90), updatedAt: at(-10) },
    ...more,
  });
  await (await host.database()).system(async (db) => {
    await beginIncident(inStore(db, shop.id), NOW, { ...incident });
    await db
      .insert(bookings)
      .values([
        booked({}),
        booked({ updatedAt: at(-1) }),
        booked({ calendarState: "failed" }),
        booked({ calendarState: "failed", startsAt: at(-90), endsAt: at(-60) }),
        booked({ calendarState: "written" }),
      ]);
  });
  expect((await status(shop)).calendars).toEqual({
    accounts: [
      { id, name: "Ada OWNER", address: "shop@example.com", provider: "imap", error: null, isSilent: true },
    ],
    ...{ unwritten: 1, refused: 1 },
  });
});

test("allows only managers, and hides shared hosts' backups", async () => {
  const shop = await host.shop();
  expect((await host.call("status.get", shop.admin)).status).toBe(200);
  expect((await host.call("status.get", shop.user)).status).toBe(403);
  expect((await host.call("status.get", null)).status).toBe(401);
  expect((await status(shop)).backups).toBeNull();
});
