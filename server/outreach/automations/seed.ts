import { between } from "drizzle-orm";
import type { YearlyKey } from "#lib/contract/yearly-fields.ts";
import { instantOf } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { DAY, HOUR } from "#lib/time/zone.ts";
import { renderMail, valuesForContact } from "#server/connections/mail/content.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts, purchases, templates } from "#server/platform/db/schema.ts";
import { automations, mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { automationTasks, tasks } from "#server/platform/db/schema-records.ts";
import { dueOn } from "#server/platform/db/task-days.ts";
import type { Condition } from "./rule.ts";
import { nextMoment } from "./schedule.ts";

type Store = { organizationId: string; timezone: string; whyNotSent: string; runs: boolean };
type Contact = typeof contacts.$inferSelect;
type Template = typeof templates.$inferSelect;
type Due = { contact: Contact; occurrence: string; at: Date };

const BIRTHDAY = "Birthday greeting";
const UPCOMING_DAYS = 7;
const DEAR = 1000;
const UNSUBSCRIBED = 12;
const PAUSED_DAYS = 2;

/** `runs`: email can't leave, so automations with email are active. */
export async function seedAutomations(tx: Db, store: Store, now: Date): Promise<void> {
  const { organizationId } = store;
  const people = await tx.select().from(contacts);
  const left = new Set(people.slice(0, UNSUBSCRIBED));
  await tx
    .insert(suppressions)
    .values([...left].map(({ email }) => ({ address: email, reason: "unsubscribed" as const })));
  for (const template of await tx.select().from(templates)) {
    const rule = rules[template.name];
    if (!rule) continue;
    const { createdAt } = template;
    const to = store.runs ? now : new Date(now.getTime() - PAUSED_DAYS * DAY);
    const due = await rule.due(tx, { ...store, people, from: createdAt, to });
    const id = newId(createdAt.getTime());
    const of = {
      organizationId,
      templateId: template.id,
      actionType: "SEND_EMAIL",
      isActive: store.runs,
    } as const;
    const lastRunAt = due.at(-1)?.at;
    const times = { activatedAt: createdAt, createdAt, updatedAt: store.runs ? createdAt : to, lastRunAt };
    const begun = of.isActive && { nextRunAt: nextMoment(rule.columns, store.timezone, now) };
    await tx.insert(automations).values({ ...of, ...times, ...begun, ...rule.columns, id });
    const rows = [];
    for (const one of due)
      rows.push({ automationId: id, ...(await mailOf(tx, template, one, left, store.whyNotSent)) });
    if (rows.length > 0) await tx.insert(mails).values(rows);
  }
  await seedCalls(tx, { ...store, people, from: new Date(now.getTime() - CALL_DAYS * DAY), to: now });
}

const CALL_DAYS = 60;
const OPEN_DAYS = 4;

async function seedCalls(tx: Db, span: Span): Promise<void> {
  const { organizationId, from, to, timezone } = span;
  const due = yearly("anniversary", UPCOMING_DAYS, span);
  const automationId = newId(from.getTime());
  const what = "Wish {{firstName}} a happy anniversary";
  await tx.insert(automations).values({
    ...{ organizationId, id: automationId, name: "Anniversary calls", ...daily, conditions: [anniversary] },
    ...{ actionType: "CREATE_TASK", task: { what, owner: "ANYBODY", personId: null, days: UPCOMING_DAYS } },
    ...{ createdAt: from, updatedAt: from, activatedAt: from, lastRunAt: due.at(-1)?.at },
    nextRunAt: nextMoment(daily, timezone, to),
  });
  const calls = due.map(({ contact: { id: contactId, firstName }, occurrence, at }) => {
    const doneAt = new Date(at.getTime() + OPEN_DAYS * DAY);
    return {
      ...{ organizationId, id: newId(at.getTime()), contactId, createdAt: at, updatedAt: at, occurrence },
      ...({ kind: "CALL", name: what.replace("{{firstName}}", firstName), source: "automation" } as const),
      ...{ sourceId: automationId, ...dueOn(addDays(dayOf(at, timezone), UPCOMING_DAYS)) },
      ...(doneAt < to && { doneAt, doneBy: "Eleanor Finch" }),
    };
  });
  if (calls.length === 0) return;
  await tx.insert(tasks).values(calls);
  await tx.insert(automationTasks).values(
    calls.map(({ id: taskId, contactId, occurrence, createdAt }) => ({
      ...{ organizationId, id: newId(createdAt.getTime()), automationId, contactId },
      ...{ occurrence, taskId, createdAt },
    })),
  );
}

async function mailOf(
  tx: Db,
  template: Template,
  { contact, occurrence, at }: Due,
  left: Set<Contact>,
  reason: string,
) {
  const { organizationId, id: contactId, email, firstName, lastName } = contact;
  const to = { contactId, toAddress: email, toName: `${firstName} ${lastName}` };
  const times = { createdAt: at, updatedAt: at, dueAt: at };
  const id = newId(at.getTime());
  const mail = { organizationId, id, kind: "automation", occurrence, ...to, ...times } as const;
  if (left.has(contact)) return { ...mail, state: "skipped", reason: "Unsubscribed" } as const;
  const values = await valuesForContact(tx, contactId);
  const kept = { state: "kept", via: "local", attempts: 1, reason } as const;
  return { ...mail, ...kept, ...renderMail(template, values ?? {}) };
}

type Span = Store & { people: Contact[]; from: Date; to: Date };

const daily = { triggerType: "TIME_BASED", schedule: "0 9 * * *" } as const;
const is = { type: "DATE", operation: "EQUALS", unit: null } as const;
const anniversary = { ...is, field: "Contact.anniversary", value: UPCOMING_DAYS, unit: "DAYS" } as const;

const rules: Record<string, { columns: Columns; due: (tx: Db, span: Span) => Promise<Due[]> }> = {
  [BIRTHDAY]: {
    columns: { name: BIRTHDAY, ...daily, conditions: [{ ...is, field: "Contact.birthday", value: null }] },
    due: async (_, span) => yearly("birthday", 0, span),
  },
  "Anniversary reminder": {
    columns: { name: "Anniversary reminder", ...daily, conditions: [anniversary] },
    due: async (_, span) => yearly("anniversary", UPCOMING_DAYS, span),
  },
  "Thank you for your purchase": {
    columns: {
      name: "Thank you",
      triggerType: "EVENT_BASED",
      schedule: null,
      conditions: [
        { type: "NUMERIC", field: "Purchase.cost", operation: "GREATER_THAN", value: DEAR, unit: null },
      ],
    },
    due: thanks,
  },
};

type Columns = Pick<typeof automations.$inferSelect, "name" | "triggerType" | "schedule"> & {
  conditions: Condition[];
};

function yearly(field: YearlyKey, ahead: number, { people, timezone, from, to }: Span): Due[] {
  const due: Due[] = [];
  for (let day = addDays(dayOf(from, timezone), 1); ; day = addDays(day, 1)) {
    const at = new Date(instantOf(Date.parse(day) + 9 * HOUR, timezone));
    if (at >= to) return due;
    const [year, monthDay] = [addDays(day, ahead).slice(0, 4), addDays(day, ahead).slice(5)];
    for (const contact of people) {
      if (contact.createdAt > at || contact[field]?.slice(5) !== monthDay) continue;
      due.push({ contact, occurrence: `${field}:${year}`, at });
    }
  }
}

async function thanks(tx: Db, { people, from, to }: Span): Promise<Due[]> {
  const sales = await tx
    .select()
    .from(purchases)
    .where(between(purchases.createdAt, from, to))
    .orderBy(purchases.createdAt);
  return sales.flatMap(({ id, cost, contactId, createdAt }) => {
    const contact = people.find((one) => one.id === contactId);
    return contact && Number(cost) > DEAR ? [{ contact, occurrence: `sale:${id}`, at: createdAt }] : [];
  });
}
