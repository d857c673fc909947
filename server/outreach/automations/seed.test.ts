import { isNotNull, sql } from "drizzle-orm";
import { seedDemo } from "#server/data/demo/seed.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { automations, mails } from "#server/platform/db/schema-mail.ts";
import { openTestDatabase } from "#server/testing/database.ts";
import { matching } from "./recipients.ts";
import { runDueAutomations } from "./run.ts";

const opening = openTestDatabase();
afterAll(async () => (await opening).close());

test("creates paused automations with plausible sent email", async () => {
  const { database } = await opening;
  const now = new Date("2026-11-21T15:00:00Z");
  const organizationId = await seedDemo(database, { now });
  await runDueAutomations({ database, clock: () => new Date("2027-11-21T15:00:00Z") });
  await database.read(organizationId, async (db) => {
    const rules = await db.select().from(automations);
    const mailing = rules.filter(({ actionType }) => actionType === "SEND_EMAIL");
    expect(mailing.map(({ isActive, nextRunAt }) => [isActive, nextRunAt])).toEqual(
      Array(3).fill([false, null]),
    );
    expect(rules.filter(({ isActive }) => isActive).map(({ name }) => name)).toEqual(["Anniversary calls"]);
    const all = await db.select().from(mails).where(isNotNull(mails.automationId));
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(["kept", "skipped"]));
    for (const { id, isActive, updatedAt } of rules) {
      const paused = isActive ? now : updatedAt;
      expect(all.filter((mail) => mail.automationId === id && mail.createdAt > paused)).toEqual([]);
    }
    for (const mail of all.filter(({ state }) => state === "kept")) {
      expect(mail.subject).not.toMatch(/\{\{|^$/);
      expect(mail.text).not.toMatch(/\{\{|^$/);
    }

    const birthdays = rules.find(({ name }) => name === "Birthday greeting");
    const greeted = all.filter(({ automationId }) => automationId === birthdays?.id);
    expect(greeted.length).toBeGreaterThan(5);
    for (const { contactId, createdAt } of greeted) {
      const moment = { timezone: "America/New_York", now: createdAt };
      const due = matching(birthdays?.conditions ?? [], moment);
      const found = await db.select().from(contacts).where(sql`${due} and ${contacts.id} = ${contactId}`);
      expect(found).toHaveLength(1);
    }
  });
}, 30_000);
