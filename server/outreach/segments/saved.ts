import { and, asc, eq, or, sql } from "drizzle-orm";
import type { ParsedBody } from "#lib/contract/contract.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { byId, checkQuota, MAX_LISTED, updateRecord } from "#server/platform/db/record.ts";
import { segments as table } from "#server/platform/db/schema-segments.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

export const savedSegments = {
  "segments.list": async ({ user, read }) => {
    const found = await read((db) =>
      db
        .select()
        .from(table)
        .where(seenBy(user))
        .orderBy(asc(sql`lower(${table.name})`), asc(table.id))
        .limit(MAX_LISTED),
    );
    return found.map((row) => answer(row, user));
  },

  "segments.create": async ({ user, body, tenant }) => {
    const { organizationId } = user;
    const id = newId();
    await tenant(async (db) => {
      await checkQuota(db, table, user, "segments");
      const by = { userId: user.id, createdBy: nameOf(user) };
      await db.insert(table).values({ organizationId, id, ...columns(body), ...by });
    });
    return { id };
  },

  "segments.update": async ({ user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const found = await lockChangeable(db, user, id);
      if (found.of !== body.of) throw new HttpError(400, `of: It is a segment of ${found.of}`);
      if (found.isShared && !body.isShared && found.userId !== user.id)
        throw new HttpError(403, "Only the person who created this segment can make it private.");
      const values = { ...columns(body), version: body.version };
      await updateRecord(db, table, user, id, values, (row) => answer(row, user));
    });
  },

  "segments.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      await lockChangeable(db, user, id);
      await db.delete(table).where(byId(table, user, id));
    });
  },
} satisfies Partial<Handlers>;

/** The caller's own and shared ones. */
function seenBy({ organizationId, id }: SignedIn) {
  return and(eq(table.organizationId, organizationId), or(table.isShared, eq(table.userId, id)));
}

/**
 * Others' private segments don't exist for the caller. Shared ones may be changed by their creator, the owner
 * and admins.
 */
async function lockChangeable(db: Db, user: SignedIn, id: string) {
  const [found] = await db
    .select()
    .from(table)
    .where(and(byId(table, user, id), seenBy(user)))
    .for("update");
  if (!found) throw notFound();
  if (!mayChange(found, user))
    throw new HttpError(403, "Only the person who created this segment, the owner and admins can change it.");
  return found;
}

const mayChange = ({ userId }: typeof table.$inferSelect, user: SignedIn) =>
  userId === user.id || user.role !== "USER";

function answer({ organizationId, userId, ...row }: typeof table.$inferSelect, user: SignedIn) {
  return {
    ...row,
    isMine: userId === user.id,
    mayChange: mayChange({ organizationId, userId, ...row }, user),
  };
}

function columns({ name, of, segment, sort, isShared }: ParsedBody<"segments.create">) {
  return { name, of, segment, sort: sort ?? null, isShared };
}
