import { and, asc, eq, ne, sql } from "drizzle-orm";
import { inviteUser } from "../auth/invite.ts";
import { isId } from "../db/id.ts";
import { users } from "../db/schema.ts";
import { HttpError, notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";

export const team = {
  "team.list": async ({ user, read }) => {
    const { id, firstName, lastName, email, role } = users;
    const members = await read((db) =>
      db
        .select({ id, firstName, lastName, email, role })
        .from(users)
        .where(eq(users.organizationId, user.organizationId))
        .orderBy(asc(sql`lower(${firstName})`), asc(sql`lower(${lastName})`), asc(id)),
    );
    return members.map((member) => ({ ...member, role: { name: member.role } }));
  },

  "team.invite": async ({ host, user, body }) => {
    const link = await host.database.system((db) =>
      db.transaction((tx) => inviteUser(tx, host.webUrl, { ...body, organizationId: user.organizationId })),
    );
    return { link };
  },

  "team.remove": async ({ user, body, tenant }) => {
    if (!isId(body.id)) throw notFound();
    if (body.id === user.id) throw new HttpError(403, "You cannot remove yourself");
    const member = and(eq(users.organizationId, user.organizationId), eq(users.id, body.id));
    await tenant(async (db) => {
      // Sessions and invites go with the row, so a removed person's next request gets 401.
      const removed = await db
        .delete(users)
        .where(and(member, ne(users.role, "OWNER")))
        .returning({ id: users.id });
      if (removed.length > 0) return;
      const found = await db.select({ id: users.id }).from(users).where(member);
      throw found.length > 0 ? new HttpError(403, "An owner cannot be removed") : notFound();
    });
  },
} satisfies Handlers;
