import { createMailboxReader } from "#server/connections/inbox/read-mailbox.ts";
import { newId } from "#server/platform/db/id.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { resetRequests } from "#server/platform/db/schema-auth.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { automations, mailboxes, mails } from "#server/platform/db/schema-mail.ts";
import { mailTests, NINE } from "#server/testing/mail.ts";
import { createDueTimes, jobsOf } from "./jobs.ts";

const host = mailTests();
const never = Number.POSITIVE_INFINITY;

async function ask(...names: string[]) {
  const dueIn = createDueTimes(await host.host());
  return Promise.all(names.map((name) => dueIn(name)()));
}

test("knows every job, none due in an empty store", async () => {
  await host.mailShop();
  const jobs = jobsOf(await host.host());
  const clocks = jobs.find(({ name }) => name === "follow clock changes");
  expect(await clocks?.dueIn?.()).toBe(0);
  await clocks?.run();
  expect(await Promise.all(jobs.map(({ dueIn }) => dueIn?.()))).toEqual(jobs.map(() => never));
});

test("the first email of all stores decides, including leases", async () => {
  const [one, other] = [await host.mailShop(), await host.mailShop()];
  const database = await host.database();
  await host.notice(one.id, { dueAt: new Date(NINE + 90_000) });
  await host.notice(other.id, { dueAt: new Date(NINE + 60_000) });
  expect(await ask("send mails", "send letters")).toEqual([60_000, never]);
  const leaseUntil = new Date(NINE + 30_000);
  await database.system((db) => db.update(mails).set({ state: "sending", leaseUntil }));
  expect(await ask("send mails")).toEqual([30_000]);
  await database.system((db) => db.update(mails).set({ state: "sent" }));
  expect(await ask("send mails")).toEqual([never]);
});

test("an automation is due while it is active", async () => {
  const { store } = await host.mailShop();
  const database = await host.database();
  await store.automation({ nextRunAt: new Date(NINE + 1_000) });
  expect(await ask("run automations")).toEqual([1_000]);
  await database.system((db) => db.update(automations).set({ isActive: false }));
  expect(await ask("run automations")).toEqual([never]);
});

test("appointments, free times and password resets are due", async () => {
  const shop = await host.mailShop();
  const database = await host.database();
  const [early, late] = [new Date(NINE - 5_000), new Date(NINE + 5_000)];
  await database.system(async (db) => {
    await db.insert(resetRequests).values({ id: newId(), email: "a@example.com", createdAt: early });
    const person = { name: "Zoë", email: "zoe@example.com", timezone: "UTC", requestKey: newId() };
    const time = { startsAt: late, endsAt: new Date(NINE + 3_600_000), calendarDueAt: early };
    await db
      .insert(bookings)
      .values({ organizationId: shop.id, id: newId(), title: "Fitting", ...person, ...time });
    await db.update(organizations).set({ lineDueAt: late });
  });
  expect(await ask("offer free times", "mail resets", "write bookings")).toEqual([5_000, -5_000, -5_000]);
  await database.system((db) => db.update(bookings).set({ calendarState: "written" }));
  expect(await ask("write bookings")).toEqual([never]);
});

test("a mailbox that is being read is due again after its lease", async () => {
  const shop = await host.mailShop();
  const inner = await host.host();
  const box = { organizationId: shop.id, userId: shop.owner.id, accountId: newId(), nextAt: new Date(NINE) };
  await inner.database.system((db) => db.insert(mailboxes).values(box));
  const read = () => new Promise<never>(() => {});
  await createMailboxReader({ ...inner, database: { ...inner.database, read } }).run();
  expect(await ask("read mailboxes")).toEqual([180_000]);
});
