import { desc, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { lockTemplate } from "#server/platform/db/parties.ts";
import {
  byId,
  checkQuota,
  explainRefusal,
  getRecord,
  lockRecord,
  patchRecord,
  updateRecord,
} from "#server/platform/db/record.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { automations as table } from "#server/platform/db/schema-mail.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { skipWaiting } from "./events.ts";
import { checkOwner, madeTasksOf } from "./make-tasks.ts";
import { recipientsAt } from "./recipients.ts";
import { answer, columnsOf, historyOf, pausedBy } from "./rule.ts";
import { lockTimezone, nextMoment } from "./schedule.ts";

const MAX_AUTOMATIONS = 200;
const LISTED = 300;

export const automations = {
  "automations.list": async ({ read }) => {
    return read(async (db) => {
      const [paused, rules] = await Promise.all([
        pausedBy(db),
        db.select().from(table).orderBy(desc(table.createdAt), desc(table.id)).limit(LISTED),
      ]);
      return rules.map((rule) => answer(rule, paused));
    });
  },

  "automations.triggers": () => [
    { type: "TIME_BASED", name: "Recurring" },
    { type: "DATE_BASED", name: "One-time" },
    { type: "EVENT_BASED", name: "Event" },
  ],

  "automations.get": async ({ params: { id }, read }) => {
    return read(async (db) => {
      const rule = await getRecord(db, table, id);
      return answer(rule, await pausedBy(db));
    });
  },

  /** Section 7 clients expect an immediate start. With `start: false` it waits for `setActive`. */
  "automations.create": async ({ host, body: { start = true, ...form }, tenant }) => {
    const columns = columnsOf(form);
    const id = newId();
    const activatedAt = host.clock();
    await tenant(async (db) => {
      await checkQuota(db, table, "automations", MAX_AUTOMATIONS);
      await checkAction(db, columns);
      const timezone = await lockTimezone(db);
      const nextRunAt = start ? nextMoment(columns, timezone, activatedAt) : null;
      await db.insert(table).values({ id, ...columns, isActive: start, activatedAt, nextRunAt });
    });
    return { id };
  },

  "automations.update": async ({ host, params: { id }, body, tenant }) => {
    const columns = columnsOf(body);
    await tenant(async (db) => {
      const timezone = await lockTimezone(db);
      const edited = byId(table, id, body.version);
      const [stored] = await db.select().from(table).where(edited).for("no key update");
      if (!stored) {
        const paused = await pausedBy(db);
        throw await explainRefusal(db, table, id, (rule) => answer(rule, paused));
      }
      await checkAction(db, columns);
      if (columns.actionType !== stored.actionType)
        await skipWaiting(db, stored, "The automation was changed to make tasks");
      const moved = stored.triggerType !== columns.triggerType || stored.schedule !== columns.schedule;
      const now = host.clock();
      const timing =
        stored.isActive && moved
          ? { activatedAt: now, nextRunAt: nextMoment(columns, timezone, now) }
          : undefined;
      await updateRecord(db, table, id, { ...columns, ...timing });
    });
    return { id };
  },

  "automations.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      await lockRecord(db, table, id);
      const rule = { organizationId: user.organizationId, id };
      await skipWaiting(db, rule, "The automation was deleted", { automationId: null });
      await db.delete(table).where(byId(table, id));
    });
  },

  /** A paused rule skips its queued email. An activated rule continues with its next run. */
  "automations.setActive": async ({ host, params: { id }, body: { active }, tenant }) => {
    await tenant(async (db) => {
      const timezone = await lockTimezone(db);
      const stored = await lockRecord(db, table, id, "no key update");
      if (stored.isActive && active) return;
      const now = host.clock();
      const state = active
        ? { activatedAt: now, nextRunAt: nextMoment(stored, timezone, now) }
        : { nextRunAt: null };
      await patchRecord(db, table, id, { ...state, isActive: active });
      if (!active) await skipWaiting(db, stored, "The automation was paused");
    });
  },

  "automations.recipients": async ({ host, params: { id }, query: { at }, read }) =>
    read(async (db) => {
      const [found] = await db
        .select({ rule: table, timezone: organizations.timezone })
        .from(table)
        .innerJoin(organizations, eq(organizations.id, table.organizationId))
        .where(byId(table, id));
      if (!found) throw notFound();
      const { rule, timezone } = found;
      const now = host.clock();
      if (at !== "next") return recipientsAt(db, rule, timezone, now);
      const nextRunAt = rule.nextRunAt ?? nextMoment(rule, timezone, now);
      return recipientsAt(db, { ...rule, nextRunAt }, timezone, nextRunAt ?? now);
    }),

  "automations.mails": async ({ params: { id }, query, read }) => {
    if (query.before !== undefined && !isId(query.before)) throw notFound();
    return read(async (db) => {
      const rule = await getRecord(db, table, id);
      return historyOf(db, { automationId: rule.id }, query);
    });
  },

  "automations.tasks": async ({ params: { id }, query: { before }, read }) =>
    read(async (db) => {
      await getRecord(db, table, id);
      return madeTasksOf(db, id, before);
    }),
} satisfies Partial<Handlers>;

async function checkAction(db: Db, { actionType, templateId, task }: ReturnType<typeof columnsOf>) {
  await checkOwner(db, task);
  if (templateId) await lockTemplate(db, templateId, actionType === "SEND_EMAIL" ? "EMAIL" : "TEXT");
}
