import { getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { countRows } from "#server/platform/db/record.ts";
import { searchText } from "#server/platform/db/search.ts";
import { schema, type Table, tables } from "#server/platform/db/tables.ts";
import type { Shop } from "./host.ts";
import { insertImport } from "./imports.ts";

type Person = { firstName: string; lastName: string; email: string; phoneNumber: string };

export async function fillEveryTable(db: Db, there: Shop, id: string, person: Person): Promise<void> {
  const keys = { organizationId: there.id, id };
  const search = searchText(person);
  await db.insert(schema.contacts).values({ ...keys, ...person, search });
  await db
    .insert(schema.distinctContacts)
    .values({ ...keys, oneId: id, otherId: "ffffffff-0000-7000-8000-000000000000" });
  await db
    .insert(schema.ownFields)
    .values({ ...keys, label: "Ring size", group: "Sizes", kind: "text", position: 0 });
  await db.insert(schema.tags).values({ ...keys, name: "VIP", color: 1 });
  await db.insert(schema.contactTags).values({ ...keys, contactId: id, tagId: id });
  await db.insert(schema.productCategories).values({ ...keys, name: "Rings" });
  const sale = { cost: "1", contactId: id, contactName: "Zoë", productCategoryName: "Rings" };
  await db.insert(schema.purchases).values({ ...keys, ...sale, search });
  await db.insert(schema.refunds).values({ ...keys, purchaseId: id, amount: "0.50" });
  const related = { name: "Wife", otherName: "Husband" };
  await db.insert(schema.relations).values({ ...keys, contactId: id, otherId: id, ...related });
  await db.insert(schema.contactAddresses).values({ ...keys, contactId: id, address: "zoe@work.example" });
  await db.insert(schema.notes).values({ ...keys, contactId: id, content: "Hello" });
  await db.insert(schema.files).values({ ...keys, userId: there.user.id, contactId: id, bytes: 1 });
  await db
    .insert(schema.fileParts)
    .values({ organizationId: there.id, fileId: id, part: 0, data: Buffer.from("x") });
  await db.insert(schema.noteFiles).values({ ...keys, noteId: id, name: "ring.jpg" });
  const due = { dueDay: "2026-12-24", plannedDay: "2026-12-24", repeatDay: 24 };
  await db.insert(schema.tasks).values({ ...keys, ...due, name: "Call back", contactId: id });
  await db.insert(schema.automationTasks).values({
    ...keys,
    automationId: id,
    contactId: id,
    occurrence: "once",
    taskId: id,
    createdAt: new Date(),
  });
  await db.insert(schema.templates).values({ ...keys, name: "Hi", subject: "Hi", content: "Hi" });
  const expiresAt = new Date(Date.now() + 1e6);
  const token = { organizationId: there.id, userId: there.user.id, tokenHash: Buffer.from(id), expiresAt };
  await db.insert(schema.oneTimeTokens).values({ ...token, purpose: "page" });
  const keysOfPush = { endpoint: "https://push.example.com/1", p256dh: "B", auth: "a" };
  await db
    .insert(schema.pushDevices)
    .values({ ...keys, userId: there.user.id, sessionId: id, ...keysOfPush });
  await db.insert(schema.knownDevices).values({ ...token, device: Buffer.from(id) });
  const theirs = { organizationId: there.id, userId: there.user.id };
  await db.insert(schema.authenticatorApps).values({ ...theirs, secret: "", lastStep: 0 });
  await db.insert(schema.recoveryCodes).values({ ...theirs, codeHash: Buffer.from(id) });
  const key = { name: "Phone", credentialId: Buffer.from(id), publicKey: Buffer.from(id), counter: 0 };
  await db.insert(schema.passkeys).values({ ...theirs, id, ...key });
  await db.insert(schema.confirmations).values({ ...token, until: expiresAt });
  const once = { organizationId: there.id, userId: there.user.id, row: "sales.create", key: id };
  await db.insert(schema.idempotencyKeys).values({ ...once, answer: { id } });
  await db
    .insert(schema.accounts)
    .values({ ...keys, userId: there.user.id, provider: "local", address: person.email });
  const rule = { name: "Hi", triggerType: "EVENT_BASED" as const, actionType: "SEND_EMAIL" as const };
  await db.insert(schema.automations).values({ ...keys, ...rule, conditions: [], templateId: id });
  const to = { toAddress: person.email, toName: "Zoë" };
  await db.insert(schema.mails).values({ ...keys, ...to, kind: "automation", automationId: id });
  await db.insert(schema.campaigns).values({ ...keys, name: "Hi", templateId: id, conditions: [] });
  await db.insert(schema.campaignContacts).values({ ...keys, campaignId: id, contactId: id });
  await db.insert(schema.suppressions).values({ ...keys, address: "a@example.com", reason: "bounced" });
  const incident = { kind: "mail", key: "", audience: "leaders", title: "", text: "", href: "" } as const;
  await db.insert(schema.incidents).values({ ...keys, ...incident, beganAt: expiresAt });
  const times = { title: "Fitting", startsAt: new Date(0), endsAt: expiresAt };
  await db
    .insert(schema.calendarEvents)
    .values({ ...keys, ...times, userId: there.user.id, calendarId: "store", uid: id });
  await db.insert(schema.feeds).values({ ...keys, userId: there.user.id });
  const off = { userId: there.user.id, fromDay: "2026-12-24", toDay: "2026-12-26" };
  await db.insert(schema.hoursExceptions).values({ ...keys, ...off });
  const former = {
    organizationId: there.id,
    userId: there.user.id,
    calendarId: "store",
    bookingId: id,
    endsAt: expiresAt,
  };
  await db.insert(schema.formerEvents).values({ ...former, leftAt: expiresAt, dueAt: expiresAt });
  const type = { name: "Fitting", defaultMeetingLength: 30, daysInAdvance: 30, slug: id };
  await db.insert(schema.appointmentTypes).values({ ...keys, ...type });
  const visitor = { name: "Zoë Frost", email: person.email, timezone: "UTC", requestKey: id };
  await db.insert(schema.bookings).values({ ...keys, ...times, ...visitor, appointmentTypeId: id });
  const days = { fromDay: "2026-12-24", toDay: "2026-12-24", rank: 0 };
  await db.insert(schema.waitlistEntries).values({ ...keys, ...visitor, ...days, appointmentTypeId: id });
  const held = {
    startsAt: new Date(0),
    endsAt: expiresAt,
    blockedFrom: new Date(0),
    blockedUntil: expiresAt,
  };
  const holder = { entryId: id, userId: there.user.id, heldUntil: expiresAt };
  await db.insert(schema.offers).values({ ...keys, ...held, ...holder });
  await db
    .insert(schema.segments)
    .values({ ...keys, name: "Brides", segment: "[]", userId: there.user.id, isShared: true });
  await insertImport(db, there.id, id);
  await db.insert(schema.mailboxes).values({ organizationId: there.id, userId: there.user.id });
  const letter = {
    userId: there.user.id,
    contactId: id,
    hash: id,
    thread: id,
    direction: "in",
    at: expiresAt,
  } as const;
  const words = {
    address: person.email,
    fromAddress: person.email,
    fromName: "Zoë",
    subject: "Hi",
    text: "Hi",
  };
  await db.insert(schema.letters).values({ ...keys, ...letter, ...words, to: [], cc: [], shared: "thread" });
  await db.insert(schema.reverts).values({ organizationId: there.id, change: id, how: "erase" });
  await db.insert(schema.erasedKeys).values({ organizationId: there.id, key: Buffer.from(id) });
  for (const table of tables) if (table.whose !== "host") await fillPlainly(db, table, keys);
}

const VALUES: [type: RegExp, value: unknown][] = [
  [/^(date|timestamp)/, "2026-12-24"],
  [/^json/, "[]"],
  [/^(int|small|big|num|double)/, 1],
  [/^bool/, true],
  [/^text/, "x"],
  [/^bytea/, Buffer.from("x")],
];

async function fillPlainly(
  db: Db,
  { name, table, references }: Table,
  keys: { organizationId: string; id: string },
) {
  const columns = Object.values(getTableColumns(table)).filter(
    (column) => column.notNull && column.default === undefined,
  );
  if (name === "organizations" || name === "journal" || (await countRows(db, table)) > 0) return;
  const filled = (column: (typeof columns)[number]) => {
    if (column.name === "organization_id") return keys.organizationId;
    if (column.getSQLType() !== "uuid") return VALUES.find(([type]) => type.test(column.getSQLType()))?.[1];
    const to = references.find((one) => one.column === column.name)?.to;
    return to === "users"
      ? sql`(select id from users where organization_id = ${keys.organizationId} limit 1)`
      : keys.id;
  };
  const names = columns.map((column) => sql.identifier(column.name));
  await db.execute(sql`insert into ${table} (${sql.join(names, sql`, `)})
    values (${sql.join(
      columns.map((column) => sql`${filled(column)}`),
      sql`, `,
    )})`);
}
