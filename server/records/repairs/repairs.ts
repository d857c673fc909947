import { eq, type SQL, sql } from "drizzle-orm";
import type { HostAnswer, ParsedBody } from "#lib/contract/contract.ts";
import type { Attached } from "#lib/contract/files.ts";
import {
  doneStates,
  MOST_STEPS,
  type RepairState,
  type RepairStep,
  repairWords,
  ticketNumber,
} from "#lib/contract/repair-terms.ts";
import { type SaleForm, saleForm } from "#lib/contract/sales.ts";
import { dayOf } from "#lib/time/days.ts";
import { raiseEvent, withdrawEvent } from "#server/outreach/automations/events.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { owned } from "#server/platform/db/owned.ts";
import { checkContact, checkTexts, contactName } from "#server/platform/db/parties.ts";
import {
  byId,
  checkRecord,
  deleteRecord,
  getRecord,
  lockRecord,
  patchRecord,
  updateRecord,
} from "#server/platform/db/record.ts";
import { contacts, purchases, users } from "#server/platform/db/schema.ts";
import { repairs as table } from "#server/platform/db/schema-repairs.ts";
import { searchLine } from "#server/platform/db/search.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { readDraftToken, recordOfToken, recordToken } from "#server/platform/secrets/tokens.ts";
import { checkMayDelete } from "#server/records/contacts/contacts.ts";
import { attachFiles, filesOf } from "#server/records/files/store.ts";
import { editedSince } from "#server/records/journal/revert.ts";
import { checkInvoice, lockInvoices } from "#server/records/sales/invoices.ts";
import { deleteSale } from "#server/records/sales/payments.ts";
import { recordSale } from "#server/records/sales/sales.ts";
import { changedColumns, columns } from "./columns.ts";
import { draftPhotos } from "./draft-photos.ts";
import { attachPhotos, repairDrafts, saveAgain, takeNumber } from "./drafts.ts";
import { parties, repairLists, withParties } from "./lists.ts";
import { repairReport } from "./report.ts";
import { settings, settingsOf } from "./settings.ts";
import { visitorRepairs } from "./visitor-repair.ts";

export const repairs = {
  ...repairLists,
  ...settings,
  ...repairReport,
  ...visitorRepairs,
  ...repairDrafts,
  ...draftPhotos,
  "repairs.get": ({ host, params: { id }, read }) => read((db) => getRepair(host, db, byId(table, id))),

  "repairs.ofNumber": ({ host, query: { number }, read }) =>
    read((db) => getRepair(host, db, eq(table.number, number))),

  "repairs.ofToken": async ({ host, user, query: { token }, read }) => {
    const key = recordOfToken(host.secret, "repair", token);
    if (key?.organizationId !== user.organizationId) throw notFound();
    const { prefix, number } = await read((db) => getRecord(db, table, key.id));
    return { prefix, number };
  },

  "repairs.create": async ({
    host,
    user,
    body: { contact, photos, draft, code, printed, ...fields },
    tenant,
  }) => {
    const { organizationId } = user;
    const [now, by] = [host.clock(), nameOf(user)];
    const reserved = draft ? readDraftToken(host.secret, organizationId, draft) : null;
    return tenant(async (db) => {
      const contactId = await checkContact(db, contact.id);
      const customer = await findCustomer(db, contactId);
      if (customer === undefined) throw notFound();
      const { id, number, saved } = await takeNumber(db, reserved, { ...fields, contactId, code }, now);
      const token = recordToken(host.secret, "repair", { organizationId, id });
      if (saved) {
        await saveAgain(db, user, id, {
          photos,
          fields,
          now,
          customer: { contactId, contactName: customer },
        });
        return { id, prefix: saved.prefix, number, token };
      }
      const { prefix } = await settingsOf(db);
      await db.insert(table).values({
        ...{ id, prefix, number, contactId, contactName: customer },
        ...(await columns(db, fields)),
        depositAt: fields.deposit == null ? null : now,
        ...{ state: "IN", stateAt: now, stateBy: by, createdBy: by },
        steps: sql`jsonb_build_array(${stepOf("IN", now, by, { ...(code && { code }), ...(printed && { printed }) })})`,
        search: searchLine([fields.name, fields.marks, code].filter(Boolean).join(" ")),
      });
      await attachPhotos(db, user, { id, contactId }, photos);
      return { id, prefix, number, token };
    });
  },

  "repairs.update": async ({ host, params: { id }, body: { version, ...fields }, tenant }) => {
    await tenant(async (db) => {
      const values = {
        ...(await changedColumns(db, fields, host.clock())),
        ...(version === undefined ? {} : { version }),
      };
      await updateRecord(db, table, id, values, () => getRepair(host, db, byId(table, id)));
    });
    return { id };
  },

  "repairs.addPhotos": async ({ user, params: { id }, body: { photos }, tenant }) => {
    await tenant(async (db) => {
      const { contactId } = await lockRecord(db, table, id);
      await attachFiles(db, user, { column: "repairId", id, contactId }, photos);
    });
    return { id };
  },

  "repairs.move": async ({ host, user, params: { id }, body, tenant }) => {
    const mails = await tenant(async (db) => {
      const { contactId } = await getRecord(db, table, id);
      const isNews = body.state === "READY" && !doneStates.includes(body.from);
      const customer = isNews && contactId && (await findCustomer(db, contactId));
      const stored = await lockInState(host, db, id, body.from);
      const at = host.clock();
      await moveTo(db, stored, body, { at, by: nameOf(user) });
      return customer && contactId ? raiseEvent(db, readyAt(stored, contactId, at), at) : 0;
    });
    if (mails > 0) host.wake();
    return { id };
  },

  "repairs.notify": async ({ host, user, params: { id }, body: { how, from, seenAt }, tenant }) => {
    await tenant(async (db) => {
      const { contactId } = await getRecord(db, table, id);
      if (contactId && (how === "TEXT" || how === "WHATSAPP")) await checkTexts(db, contactId);
      const { steps } = await lockInState(host, db, id, from);
      const before = steps.at(-1)?.notified;
      if ((before?.at ?? null) !== seenAt) {
        const current = await getRepair(host, db, byId(table, id));
        const said = before
          ? `${current.contact.name} was already notified by ${before.by}.`
          : "Someone removed the note that the customer was notified.";
        throw new HttpError(409, said, undefined, { current });
      }
      const at = host.clock().toISOString();
      const notice = sql`jsonb_build_object('how', ${how}::text, 'at', ${at}::text, 'by', ${nameOf(user)})`;
      const path = `{${steps.length - 1},notified}`;
      await patchRecord(db, table, id, {
        steps: sql`jsonb_set(${table.steps}, ${path}::text[], ${notice})`,
        callAskedAt: null,
      });
    });
    return { id };
  },

  "repairs.postpone": async ({ params: { id }, body: { day }, tenant }) => {
    await tenant(async (db) => {
      await lockRecord(db, table, id);
      const later = JSON.stringify(day);
      await patchRecord(db, table, id, {
        steps: sql`jsonb_set(${table.steps}, '{-1,later}', ${later}::jsonb)`,
      });
    });
    return { id };
  },

  "repairs.handOver": async ({
    host,
    user,
    params: { id },
    body: { sale, isNextInvoice, ...body },
    tenant,
  }) => {
    const now = host.clock();
    const mails = await tenant(async (db) => {
      if (sale) await lockInvoices(db);
      // Locks the customer before the repair, as the deletion of a contact does.
      const { contactId } = await getRecord(db, table, id);
      if (sale) await checkInvoice(db, sale, { contactId: isNextInvoice ? null : contactId, now });
      if (sale && !contactId)
        throw new HttpError(422, "This customer was deleted. Hand over without a sale.");
      const sold = sale && (await recordSale(db, user, saleOf(sale, contactId, now), now));
      const stored = await lockInState(host, db, id, body.from);
      const details = { ...body, state: "HANDED_OVER" as const, saleId: sold?.id ?? null };
      await moveTo(db, stored, details, { at: now, by: nameOf(user) });
      return sold?.mails ?? 0;
    });
    if (mails > 0) host.wake();
    return { id };
  },

  "repairs.undo": async ({ host, params: { id }, body: { from }, tenant }) => {
    await tenant(async (db) => {
      const stored = await lockInState(host, db, id, from);
      const { steps, stateAt } = stored;
      const before = steps.at(-2);
      if (!before) throw new HttpError(422, "This repair was never moved.");
      if (from === "HANDED_OVER") {
        await checkToday(db, stateAt, host.clock());
        await deleteHandoverSale(db, stored);
      }
      await withdrawReady(db, stored);
      const { state, at, by } = before;
      const away = steps.slice(0, -1).findLast((step) => step.state === "AWAY");
      const done = steps.slice(0, -1).findLast((step) => doneStates.includes(step.state));
      await updateRecord(db, table, id, {
        ...{ state, stateAt: new Date(at), stateBy: by, steps: steps.slice(0, -1) },
        ...(from === "AWAY" && { workshop: away?.workshop ?? null, backDay: away?.backDay ?? null }),
        ...(doneStates.includes(from) && { reason: done?.reason ?? null }),
        ...(from === "HANDED_OVER" && { saleId: earlierSale(steps) }),
      });
    });
    return { id };
  },

  "repairs.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      await checkMayDelete(db, user);
      await deleteRecord(db, table, id);
    });
  },
} satisfies Partial<Handlers>;

type HandOver = ParsedBody<"repairs.handOver">;

function saleOf(sale: NonNullable<HandOver["sale"]>, contactId: string | null, now: Date): SaleForm {
  return saleForm.parse({ ...sale, contact: { id: contactId, name: "" }, createdAt: now.toISOString() });
}

/** Steps from before 1.1 have no saleId; for them, the repair's sale counts. */
async function deleteHandoverSale(db: Db, { steps, saleId }: Stored): Promise<void> {
  const { saleId: own = saleId } = steps.at(-1) ?? {};
  if (!own || own !== saleId) return;
  const { refunded } = await lockRecord(db, purchases, own);
  const { rows } = await db.execute<{ change: string }>(sql`select change from ${owned("journal")}
    where record_id = ${own}::uuid and action = 'created' order by id limit 1`);
  const edited = rows[0] ? await editedSince(db, rows[0].change) : [];
  if (Number(refunded) > 0 || edited.some(({ kind }) => kind === "sale"))
    throw new HttpError(
      409,
      "The sale was changed after the handover. Delete the sale first, or move the repair to another state to keep it.",
    );
  await deleteSale(db, own);
}

/** The present sale. If that was deleted, the sale of an earlier handover, if it still exists. */
function earlierSale(steps: RepairStep[]): SQL {
  const earlier = steps.slice(0, -1).findLast((step) => step.saleId)?.saleId ?? null;
  return sql`coalesce(${table.saleId}, (select id from ${owned(purchases)} where id = ${earlier}::uuid))`;
}

async function checkToday(db: Db, at: Date, now: Date): Promise<void> {
  const timezone = await timezoneOf(db);
  if (dayOf(at, timezone) === dayOf(now, timezone)) return;
  throw new HttpError(422, "A handover can be undone until midnight. Move the repair to another state.");
}

/** Throws a 409 if another person has moved it. */
async function lockInState(host: Host, db: Db, id: string, from: RepairState): Promise<Stored> {
  const stored = await lockRecord(db, table, id);
  if (stored.state === from) return stored;
  const said = `${stored.stateBy} already moved ${ticketNumber(stored)} to “${repairWords[stored.state]}”.`;
  throw new HttpError(409, said, undefined, { current: await getRepair(host, db, byId(table, id)) });
}

/** Until the commit, nobody deletes the contact. */
async function findCustomer(db: Db, id: string): Promise<string | undefined> {
  const [found] = await db
    .select({ name: contactName })
    .from(contacts)
    .where(eq(contacts.id, id))
    .for("key share");
  return found?.name;
}

function readyAt({ id }: Stored, contactId: string, at: Date) {
  return { kind: "repair" as const, recordId: `${id} ${at.toISOString()}`, contactId };
}

/** The piece is no longer ready, so the email that says so must not leave. */
async function withdrawReady(db: Db, stored: Stored): Promise<void> {
  const { state, stateAt, contactId } = stored;
  if (state !== "READY" || !contactId) return;
  await withdrawEvent(db, readyAt(stored, contactId, stateAt), "The repair was moved");
}

type Noted = HostAnswer<"repairs.get">["notes"];

const notesOf = sql<Noted>`coalesce((
  select jsonb_agg(jsonb_build_object('id', n.id, 'content', n.content, 'by', n.created_by,
    'at', to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'files', ${filesOf("note_id", sql`n.id`)}) order by n.created_at, n.id)
  from ${owned("notes", "n")} where n.repair_id = ${table.id}), '[]')`;

async function getRepair({ secret }: Host, db: Db, which: SQL | undefined) {
  const [found] = await db
    .select({
      ...{ repair: table, ...parties },
      photos: sql<(Attached & { at: string; by: string })[]>`${filesOf("repair_id", sql`${table.id}`)}`,
      notes: notesOf,
    })
    .from(table)
    .leftJoin(contacts, eq(contacts.id, table.contactId))
    .leftJoin(users, eq(users.id, table.userId))
    .where(which);
  if (!found) throw notFound();
  const {
    organizationId,
    search: _,
    estimateVersion: __,
    createdAt,
    updatedAt,
    depositAt,
    ...rest
  } = found.repair;
  const steps = rest.steps.map(({ corrected: _, ...step }) => step);
  return {
    ...withParties({ ...found, repair: { ...rest, steps, notified: steps.at(-1)?.notified ?? null } }),
    ...{ photos: found.photos, notes: found.notes, depositAt: depositAt?.toISOString() ?? null },
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
    token: recordToken(secret, "repair", { organizationId, id: rest.id }),
  };
}

function stepOf(state: RepairState, at: Date, by: SQL<string>, more: Partial<RepairStep> = {}): SQL {
  return sql`(jsonb_build_object('state', ${state}::text, 'at', ${at.toISOString()}::text, 'by', ${by})
    || ${JSON.stringify(more)}::jsonb)`;
}

type Stored = typeof table.$inferSelect;
type Move = Omit<ParsedBody<"repairs.move">, "workshop"> & {
  workshop?: string | null;
  to?: string | null;
  saleId?: string | null;
};

async function moveTo(
  db: Db,
  stored: Stored,
  { state, personId, workshop = null, backDay = null, reason, to, saleId = null }: Move,
  { at, by }: { at: Date; by: SQL<string> },
): Promise<void> {
  const { id, steps } = stored;
  if (steps.length >= MOST_STEPS) {
    throw new HttpError(422, `A repair can change its state at most ${MOST_STEPS} times.`);
  }
  if (personId !== undefined) await checkRecord(db, users, personId);
  await withdrawReady(db, stored);
  const away = state === "AWAY" ? { workshop, backDay } : {};
  const isHandedOver = state === "HANDED_OVER";
  const words = {
    ...(to && { to }),
    ...(reason && { reason }),
    ...(isHandedOver && { saleId }),
  };
  await updateRecord(db, table, id, {
    ...{ state, stateAt: at, stateBy: by },
    steps: sql`${table.steps} || ${stepOf(state, at, by, { ...away, ...words })}`,
    ...(personId === undefined ? {} : { userId: personId }),
    ...away,
    ...(doneStates.includes(state) ? { reason: reason ?? null } : {}),
    ...(isHandedOver && saleId && { saleId }),
  });
}
