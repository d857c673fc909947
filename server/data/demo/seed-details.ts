import { eq } from "drizzle-orm";
import type { OwnValue } from "#lib/contract/field-terms.ts";
import { placeholderOf } from "#lib/contract/placeholders.ts";
import type { SegmentCondition } from "#lib/contract/segments.ts";
import { instantOf } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { DAY, HOUR } from "#lib/time/zone.ts";
import type { Db, UserKey } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import type { Random } from "#server/platform/db/random.ts";
import type { contacts, purchases } from "#server/platform/db/schema.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";
import {
  contactTags,
  type ownFields,
  relations,
  salePayments,
  segments,
  tags,
  tasks,
} from "#server/platform/db/schema-records.ts";
import { dueOn } from "#server/platform/db/task-days.ts";
import * as texts from "./seed-texts.ts";

type Contact = typeof contacts.$inferInsert & { id: string; email: string; createdAt: Date };
type Sale = typeof purchases.$inferInsert & { id: string; createdAt: Date };

const METALS = ["Yellow gold", "White gold", "Rose gold", "Platinum", "Silver"];
const SIZES = ["4½", "5", "5½", "6", "6½", "7", "7½", "9"];

export function demoFields(organizationId: string, { pick, chance }: Random) {
  const shared = { organizationId, group: "Jewelry" };
  const named = (label: string) => ({
    ...shared,
    label,
    placeholder: placeholderOf({ ...shared, label }, []),
  });
  const options = METALS.map((text) => ({ id: newId(), text, isArchived: false }));
  const size = { ...named("Ring size"), id: newId(), kind: "text" as const, suffix: "US", position: 0 };
  const metal = { ...named("Metal"), id: newId(), kind: "choice" as const, options, position: 1 };
  return {
    rows: [size, metal] satisfies (typeof ownFields.$inferInsert)[],
    values: (): Record<string, OwnValue> => ({
      ...(chance(0.4) && { [size.id]: pick(SIZES) }),
      ...(chance(0.5) && { [metal.id]: pick(options).id }),
    }),
  };
}

/** The newest sales that aren't paid in full: the share that is paid. */
const OPEN: Record<number, number> = { 3: 0.5, 9: 0, 14: 0.5, 22: 0.25 };

export function demoPayments(sold: Sale[], { pick }: Random) {
  return sold.flatMap((sale, i) => {
    const share = OPEN[sold.length - 1 - i];
    const method = pick(["Card", "Card", "Card", "Cash", "Bank transfer"]);
    if (share === undefined) {
      sale.method = method;
      return [];
    }
    const paid = (Number(sale.cost) * share).toFixed(2);
    Object.assign(sale, { isPaidAtOnce: false, paid });
    const { organizationId, createdAt, soldBy: createdBy, soldById: createdById } = sale;
    const of = { organizationId, purchaseId: sale.id, createdAt, updatedAt: createdAt };
    return share === 0 ? [] : [{ ...of, id: newId(), amount: paid, method, createdBy, createdById }];
  });
}

type Details = UserKey & {
  timezone: string;
  owner: string;
  people: Contact[];
  sold: Sale[];
  payments: (typeof salePayments.$inferInsert)[];
};

export type Seeded = Details & { pearls: { tagId: string; members: Set<string> } };

export async function seedDetails(tx: Db, details: Details, now: Date): Promise<Seeded> {
  await tx.insert(salePayments).values(details.payments);
  const tagged = await seedTags(tx, details, now);
  await seedRelations(tx, details);
  await seedSegments(tx, details, tagged.VIP.tagId);
  await seedTasks(tx, details, now);
  return { ...details, pearls: tagged.Pearls };
}

const VIPS = 12;
const RECENT = 365 * DAY;

async function seedTags(tx: Db, { organizationId, people, sold }: Details, now: Date) {
  const spent = new Map<string, number>();
  for (const { contactId, cost } of sold)
    spent.set(contactId ?? "", (spent.get(contactId ?? "") ?? 0) + Number(cost));
  const bought = (name: string, since: number) =>
    new Set(
      sold.flatMap(({ productCategoryName, createdAt, contactId }) =>
        productCategoryName === name && createdAt.getTime() >= since && contactId ? [contactId] : [],
      ),
    );
  const most = [...spent].sort(([, a], [, b]) => b - a).slice(0, VIPS);
  const tagged = {
    VIP: { tagId: newId(), color: 4, members: new Set(most.map(([id]) => id)) },
    Bridal: {
      tagId: newId(),
      color: 2,
      members: bought("Engagement & Wedding Rings", now.getTime() - RECENT),
    },
    Pearls: { tagId: newId(), color: 5, members: bought("Finch Freshwater Pearls", 0) },
  };
  for (const [name, { tagId, color, members }] of Object.entries(tagged)) {
    await tx.insert(tags).values({ organizationId, id: tagId, name, color });
    const its = people.filter(({ id }) => members.has(id));
    await tx
      .insert(contactTags)
      .values(its.map(({ id: contactId }) => ({ organizationId, id: newId(), contactId, tagId })));
  }
  return tagged;
}

const PAIRS: [first: number, second: number, name: string, otherName: string][] = [
  [104, 154, "Partner", "Partner"],
  [158, 131, "Partner", "Partner"],
  [130, 112, "Daughter", "Mother"],
  [128, 97, "Friend", "Friend"],
];

export function joinPartners(people: { anniversary?: string | null }[]): void {
  for (const [first, second, name] of PAIRS) {
    const [one, other] = [people[first], people[second]];
    if (name === "Partner" && one && other) other.anniversary = one.anniversary ??= "2015-06-20";
  }
}

async function seedRelations(tx: Db, { organizationId, people, owner }: Details): Promise<void> {
  const rows = PAIRS.flatMap(([first, second, name, otherName]) => {
    const [one, other] = [people[first], people[second]];
    if (!one || !other) return [];
    const of = { organizationId, contactId: one.id, otherId: other.id };
    return [{ ...of, id: newId(), name, otherName, createdBy: owner }];
  });
  await tx.insert(relations).values(rows);
}

async function seedSegments(tx: Db, { organizationId, userId, owner }: Details, vip: string) {
  const of = { organizationId, userId, createdBy: owner, isShared: true };
  const last = { count: 6, unit: "months" as const };
  const quiet: SegmentCondition[][] = [
    [{ field: "tags", tagIds: [vip] }],
    [{ field: "lastSale", period: { last }, not: true }],
  ];
  const soon: SegmentCondition[][] = [[{ field: "anniversary", within: 30 }]];
  await tx.insert(segments).values([
    { ...of, id: newId(), name: "Quiet VIPs", segment: JSON.stringify(quiet) },
    { ...of, id: newId(), name: "Anniversary soon", segment: JSON.stringify(soon), sort: "anniversary:asc" },
  ]);
}

async function seedTasks(tx: Db, { organizationId, userId, timezone, owner, people }: Details, now: Date) {
  const today = dayOf(now, timezone);
  const rows = texts.tasks.map(({ name, days, of, kind = "TASK" as const, isDone }) => {
    const createdAt = new Date(now.getTime() + (Math.min(days, 0) - 4) * DAY);
    const done = isDone && { doneAt: new Date(now.getTime() + days * DAY - HOUR), doneBy: owner };
    const due = dueOn(addDays(today, days));
    const times = { createdAt, updatedAt: createdAt };
    const contactId = of === undefined ? null : people[of]?.id;
    const base = { organizationId, id: newId(createdAt.getTime()), kind, name, userId, contactId };
    return { ...base, ...due, ...times, ...done, createdBy: owner };
  });
  await tx.insert(tasks).values(rows);
}

const SENT_DAYS_AGO = 200;

/** Sent before the store's automations began. One reader, who gets no other email, unsubscribed. */
export async function seedCampaign(
  tx: Db,
  { organizationId, timezone, owner, people, pearls }: Seeded,
  now: Date,
) {
  const day = addDays(dayOf(now, timezone), -SENT_DAYS_AGO);
  const at = new Date(instantOf(Date.parse(day) + 10 * HOUR, timezone));
  const times = { createdAt: at, updatedAt: at };
  const campaignId = newId(at.getTime());
  const audience = people.filter(({ id, createdAt }) => pearls.members.has(id) && createdAt < at);
  await tx.insert(campaigns).values({
    ...{ ...texts.campaign, organizationId, id: campaignId, state: "done", createdBy: owner, ...times },
    ...{ startedAt: at, frozenAt: at, finishedAt: at, audience: audience.length },
    conditions: [[{ field: "tags", tagIds: [pearls.tagId] }]],
  });
  const sent = audience.map(({ id: contactId, email, firstName, lastName }) => {
    const filled = (text: string) => text.replaceAll("{{firstName}}", firstName);
    return {
      ...{ organizationId, id: newId(at.getTime()), kind: "campaign" as const, campaignId },
      ...{ occurrence: "campaign", contactId, toAddress: email, toName: `${firstName} ${lastName}` },
      ...{ subject: filled(texts.campaign.subject), text: filled(texts.campaign.content) },
      ...{ state: "sent" as const, attempts: 1, dueAt: at, sentAt: at, ...times },
    };
  });
  await tx.insert(mails).values(sent);
  const others = await tx.select({ id: mails.contactId }).from(mails).where(eq(mails.kind, "automation"));
  const left = sent.find(({ contactId }) => !others.some(({ id }) => id === contactId));
  if (!left) return;
  const { id: mailId, toAddress: address } = left;
  const createdAt = new Date(at.getTime() + 5 * HOUR);
  await tx
    .insert(suppressions)
    .values({ organizationId, address, reason: "unsubscribed", mailId, createdAt })
    .onConflictDoNothing();
}
