import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { DoubtKind, Reading } from "#lib/contract/imports.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows } from "#server/platform/db/record.ts";
import { importKeys, imports, savedImports as table } from "#server/platform/db/schema-import.ts";
import { accounts, mailboxes } from "#server/platform/db/schema-mail.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { fieldsOf } from "#server/records/fields/fields.ts";
import { countLeftOut, mayChange, summaryOf } from "./import-page.ts";
import { offered } from "./own.ts";
import { NOT_THERE, ownImport } from "./own-import.ts";
import { isReading, isThere } from "./row-values.ts";
import { columnKey } from "./saved-columns.ts";
import { endStopped } from "./stopped.ts";
import { change, type Stored } from "./stored.ts";

const MAX_SAVED = 50;
const RUNS_SHOWN = 100;
type Saved = typeof table.$inferSelect;

export const savedImports = {
  "savedImports.list": async ({ host, user, read }) =>
    read(async (db) => {
      const rows = await db.select().from(table).orderBy(asc(table.name), asc(table.id));
      const runs = await db
        .selectDistinctOn([imports.savedId])
        .from(imports)
        .where(sql`${imports.savedId} is not null and ${imports.state} <> 'uploading'`)
        .orderBy(imports.savedId, desc(imports.createdAt), desc(imports.id));
      const left = await countLeftOut(db);
      const keyed = await db.selectDistinct({ id: importKeys.savedId }).from(importKeys);
      return rows.map((row) => {
        const last = runs.find(({ savedId }) => savedId === row.id);
        const run = last ? summaryOf(last, user, left.get(last.id) ?? 0, host.clock()) : null;
        return answer(row, user, run, { hasKeys: keyed.some(({ id }) => id === row.id) });
      });
    }),

  "savedImports.create": async ({ user, body: { importId, name }, tenant }) => {
    const { id: userId } = user;
    const id = newId();
    await tenant(async (db) => {
      const found = await ownImport(db, user, importId, ["done", "stopped"]);
      const { reading, facts } = found;
      if (!reading || !facts) throw notFound();
      if ((await countRows(db, table, undefined)) >= MAX_SAVED)
        throw new HttpError(422, `There are ${MAX_SAVED} saved imports already. Delete one first.`);
      const uses = facts.headers.flatMap((header, i) => {
        const field = reading.columns[i];
        return field ? [{ header, field }] : [];
      });
      checkUses(uses);
      await db.insert(table).values({ id, userId, createdBy: nameOf(user), name, uses, reading });
      if (!found.savedId) await change(db, found, { savedId: id });
    });
    return { id };
  },

  "savedImports.get": async ({ host, user, params: { id }, read }) =>
    read(async (db) => {
      const found = await oneSaved(db, id);
      const rows = await db
        .select()
        .from(imports)
        .where(and(eq(imports.savedId, id), sql`${imports.state} <> 'uploading'`))
        .orderBy(desc(imports.createdAt), desc(imports.id))
        .limit(RUNS_SHOWN);
      const left = await countLeftOut(db);
      const runs = rows.map((row) => summaryOf(row, user, left.get(row.id) ?? 0, host.clock()));
      const mailbox = await readableMailbox(db, found.userId);
      const keys = await keysOf(db, id);
      const api = user.role === "USER" ? null : { address: `${host.webUrl}/import/${id}`, keys };
      return { ...answer(found, user, runs[0] ?? null, { mailbox, hasKeys: keys.length > 0 }), runs, api };
    }),

  "savedImports.setColumns": async ({ user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const found = await oneSaved(db, id, true);
      checkMayChange(found, user);
      const own = offered(found.reading.kind, await fieldsOf(db));
      const uses = body.uses.flatMap(({ header, field }) =>
        field && isThere(field, own) ? [{ header, field }] : [],
      );
      const reading = { ...found.reading, columns: uses.map(({ field }) => field), rules: [] };
      if (uses.length === 0 || !isReading(reading, uses.length, own))
        throw new HttpError(400, "uses: Invalid input");
      checkUses(uses);
      await db.update(table).set({ uses, updatedAt: sql`now()` }).where(eq(table.id, id));
    });
  },

  "savedImports.delete": async ({ host, user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const found = await oneSaved(db, id);
      checkMayChange(found, user);
      await db.update(imports).set({ savedId: null }).where(eq(imports.savedId, id));
      await db.delete(table).where(eq(table.id, id));
      await endStopped(db, { savedId: id }, host.clock());
    });
  },

  "imports.run": async ({ host, user, params: { id }, body: { savedId }, tenant }) => {
    await tenant(async (db) => {
      const found = await ownImport(db, user, id, ["checking", "checked"]);
      await oneSaved(db, savedId);
      await endStopped(db, found, host.clock());
      await readAgain(db, found, savedId);
    });
    host.wake();
    return { id };
  },

  "imports.useColumn": async ({ host, user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const found = await ownImport(db, user, id, ["checked"]);
      const { stop, savedId } = found;
      if (stop?.why !== "column" || stop.instead === null || !savedId) throw new HttpError(409, NOT_THERE);
      const saved = await oneSaved(db, savedId, true);
      checkMayChange(saved, user);
      const header = stop.instead;
      const uses = saved.uses.map((one) => (one.header === stop.what ? { ...one, header } : one));
      await db.update(table).set({ uses, updatedAt: sql`now()` }).where(eq(table.id, savedId));
      await endStopped(db, found, host.clock());
      await readAgain(db, found, savedId);
    });
    host.wake();
    return { id };
  },
} satisfies Partial<Handlers>;

const REMEMBERED: DoubtKind[] = ["balance", "discount", "pieces", "order", "other", "walkIn"];

/** Ignores answers of people who can't change the saved import. */
export async function rememberAnswers(db: Db, user: SignedIn, { savedId, reading }: Stored): Promise<void> {
  if (!savedId || !reading) return;
  const [saved] = await db.select().from(table).where(eq(table.id, savedId)).for("update");
  // It may just have been deleted.
  if (!saved || !mayChange(saved, user)) return;
  const answers = reading.rules.filter(({ kind }) => REMEMBERED.includes(kind));
  const isAnswered = (rule: Reading["rules"][number]) =>
    answers.some(({ field, kind }) => field === rule.field && kind === rule.kind);
  const rules = [...saved.reading.rules.filter((rule) => !isAnswered(rule)), ...answers];
  const remembered = { ...saved.reading, rules };
  await db.update(table).set({ reading: remembered, updatedAt: sql`now()` }).where(eq(table.id, savedId));
}

function checkUses(uses: Saved["uses"]): void {
  const keys = uses.map(({ header }) => columnKey(header));
  if (new Set(keys).size < keys.length)
    throw new HttpError(422, "Two of the columns have the same name, so a later file can't be recognized.");
}

async function readAgain(db: Db, found: typeof imports.$inferSelect, savedId: string): Promise<void> {
  const fresh = { reading: null, stop: null, mark: 0, done: 0, turn: found.turn + 1 };
  await change(db, found, { ...fresh, savedId, state: "reading" });
}

export async function oneSaved(db: Db, id: string, isLocked = false): Promise<Saved> {
  const query = db.select().from(table).where(eq(table.id, id));
  const [found] = isLocked ? await query.for("update") : await query;
  if (!found) throw notFound();
  return found;
}

export function checkMayChange(saved: Saved, user: SignedIn): void {
  if (!mayChange(saved, user))
    throw new HttpError(403, "Only the person who saved this import, the owner and admins can do that");
}

async function keysOf(db: Db, savedId: string) {
  return db
    .select(pick(importKeys, "id", "name", "createdBy", "createdAt", "usedAt"))
    .from(importKeys)
    .where(eq(importKeys.savedId, savedId))
    .orderBy(asc(importKeys.createdAt), asc(importKeys.id));
}

function addressWith(tag: string, mailbox: string): string {
  const [person = "", domain = ""] = mailbox.split("@");
  return `${person.split("+")[0]}+import-${tag}@${domain}`;
}

async function readableMailbox(db: Db, userId: string | null): Promise<string | null> {
  const [found] = await db
    .select({ address: accounts.address })
    .from(mailboxes)
    .innerJoin(accounts, eq(accounts.id, mailboxes.accountId))
    .where(sql`${mailboxes.nextAt} is not null and (${accounts.isStores} or ${mailboxes.userId} = ${userId})`)
    .orderBy(sql`${accounts.isStores} desc`)
    .limit(1);
  return found?.address ?? null;
}

type Last = ReturnType<typeof summaryOf> | null;

type Ways = { mailbox?: string | null; hasKeys: boolean };

function answer(saved: Saved, user: SignedIn, last: Last, { mailbox = null, hasKeys }: Ways) {
  const { id, name, reading, uses, createdBy, createdAt, mailTag, senders } = saved;
  return {
    id,
    name,
    kind: reading.kind,
    columns: uses.map(({ header }) => header),
    fields: uses.map(({ field }) => field),
    comes: senders.length > 0 ? ("email" as const) : hasKeys ? ("program" as const) : ("hand" as const),
    createdBy,
    createdAt,
    last,
    mayChange: mayChange(saved, user),
    mail: mayChange(saved, user)
      ? { address: mailTag && mailbox && addressWith(mailTag, mailbox), senders }
      : null,
  };
}
