import { and, asc, desc, eq, gt, isNotNull, isNull, ne, not, notInArray, type SQL, sql } from "drizzle-orm";
import { asName } from "#lib/contract/placeholders.ts";
import type { InviteForm } from "#lib/contract/users.ts";
import { lockStore } from "#server/booking/book.ts";
import { endOfferMails } from "#server/booking/offers.ts";
import { queueMail } from "#server/connections/mail/queue.ts";
import { invitationTransport } from "#server/connections/mail/transport.ts";
import { accountOf, forgetExternal, removeAccount } from "#server/connections/providers/account.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import { FIRST_OWNER, inviteUser } from "#server/platform/auth/one-time-tokens.ts";
import { secondStepVisibleTo } from "#server/platform/auth/second-step.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import { setActor } from "#server/platform/db/actor.ts";
import { type Db, inStore, type SystemDb, storeIdOf } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { readFace } from "#server/platform/db/face.ts";
import { isId } from "#server/platform/db/id.ts";
import { users } from "#server/platform/db/schema.ts";
import { knownDevices, sessions } from "#server/platform/db/schema-auth.ts";
import { appointmentTypes, feeds, offers } from "#server/platform/db/schema-calendar.ts";
import { savedImports } from "#server/platform/db/schema-import.ts";
import { segments } from "#server/platform/db/schema-records.ts";
import { getStore } from "#server/platform/db/store.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

export const team = {
  "team.list": async ({ user, read }) => {
    const { id, firstName, lastName, email, role } = users;
    const isPending = sql<boolean>`${users.passwordHash} is null`;
    const members = await read((db) =>
      db
        .select({ id, firstName, lastName, email, role, isPending, hasSecondStep: secondStepVisibleTo(user) })
        .from(users)
        .orderBy(asc(sql`lower(${firstName})`), asc(sql`lower(${lastName})`), asc(id)),
    );
    return members.map((member) => ({ ...member, role: { name: member.role } }));
  },

  "team.invite": async ({ host, user: { organizationId }, body }) => {
    if (body.email.toLowerCase() === FIRST_OWNER)
      throw new HttpError(400, "This email address is reserved. Please use another one.");
    await host.database.system(async (db) => {
      await countAttempt(db, "invite", organizationId);
      await countAttempt(db, "invite one", `${organizationId} ${body.email.toLowerCase()}`);
    });
    const out = await invitationTransport(host, organizationId);
    const link = await host.database.system((db) =>
      db.transaction(async (tx) => {
        const own = inStore(tx, organizationId);
        await setActor(own);
        const made = await inviteUser(tx, host.webUrl, { ...body, organizationId });
        if (body.hours === "STORE") await giveStoreHours(own, body.email);
        if (out) await queueMail(own, await invitation(own, body, made, host.clock()));
        return made;
      }),
    );
    host.wake();
    // The local outbox delivers nothing.
    return { link, mailed: out !== null && out.via !== "local" };
  },

  "team.remove": async ({ host, user, body, tenant }) => {
    if (!isId(body.id)) throw notFound();
    if (body.id === user.id) throw new HttpError(403, "You can't remove yourself");
    const member = eq(users.id, body.id);
    const removedAccount = await tenant(async (db) => {
      await lockStore(db);
      const account = await accountOf(db, body.id);
      await db.delete(segments).where(and(eq(segments.userId, body.id), not(segments.isShared)));
      await endOfferMails(db, eq(offers.userId, body.id));
      // Sessions are deleted by cascade, so the person's next request gets a 401.
      const removed = await db
        .delete(users)
        .where(and(member, ne(users.role, "OWNER")))
        .returning({ role: users.role });
      if (removed.length > 0) {
        await db
          .update(appointmentTypes)
          .set({ people: sql`array_remove(${appointmentTypes.people}, ${body.id}::uuid)` })
          .where(sql`${body.id}::uuid = any(${appointmentTypes.people})`);
        // Admins have seen the store's calendar link and the email addresses of all saved imports.
        const isAdmin = removed[0]?.role === "ADMIN";
        if (isAdmin) await db.delete(feeds).where(isNull(feeds.userId));
        await db
          .update(savedImports)
          .set({ mailTag: null, senders: [] })
          .where(isAdmin ? undefined : eq(savedImports.userId, body.id));
        // The store keeps sending through its account.
        if (!account || account.isStores) return null;
        await removeAccount(db, host.clock(), account);
        return account;
      }
      const found = await db.select({ id: users.id }).from(users).where(member);
      throw found.length > 0 ? new HttpError(403, "An owner can't be removed") : notFound();
    });
    await forgetExternal(host, removedAccount);
  },
} satisfies Partial<Handlers>;

async function giveStoreHours(db: Db, email: string): Promise<void> {
  const { hours } = await readFace(db);
  const invited = and(eq(users.email, email.toLowerCase()), isNull(users.availability));
  if (hours) await db.update(users).set({ availability: hours }).where(invited);
}

async function invitation(db: Db, invited: InviteForm, link: string, dueAt: Date) {
  const { firstName, lastName, email } = invited;
  const { name } = await getStore(db);
  return {
    organizationId: storeIdOf(db),
    kind: "invitation" as const,
    to: { address: email, name: `${firstName} ${lastName}` },
    subject: "Join {{name}}",
    text: [
      "Hello {{firstName}},",
      `You've been invited to join {{name}}. Choose your password within 7 days:\n${link}`,
    ].join("\n\n"),
    values: { name, firstName: asName(firstName) },
    dueAt,
  };
}

const MAX_LISTED = 100;

const ofUser = ({ organizationId, id }: SignedIn) =>
  and(eq(sessions.organizationId, organizationId), eq(sessions.userId, id));

export const devices = {
  "devices.list": async ({ host: { database }, user }) => {
    const isThis = sql<boolean>`${sessions.tokenHash} = ${user.tokenHash}`;
    const found = await database.system((db) =>
      db
        .select({
          ...pick(sessions, "id", "browser", "address"),
          signedInAt: sessions.createdAt,
          usedAt: sessions.usedAt,
          isThis,
        })
        .from(sessions)
        .where(and(ofUser(user), gt(sessions.expiresAt, sql`now()`)))
        .orderBy(desc(isThis), desc(sessions.usedAt), desc(sessions.id))
        .limit(MAX_LISTED),
    );
    return found.map((one) => ({
      ...one,
      signedInAt: one.signedInAt.toISOString(),
      usedAt: one.usedAt.toISOString(),
    }));
  },

  "devices.end": async ({ host: { database }, user, params: { id } }) => {
    const ended = await database.system((db) => endSessions(db, user, eq(sessions.id, id)));
    if (ended === 0) throw notFound();
  },

  "devices.endOthers": async ({ host: { database }, user }) => {
    await database.system((db) => endSessions(db, user, ne(sessions.tokenHash, user.tokenHash)));
  },
} satisfies Partial<Handlers>;

/** Forgets browsers without a remaining session, so that the next sign-in there counts as unknown. */
function endSessions(db: SystemDb, user: SignedIn, which: SQL): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(ofUser(user), which))
      .returning({ id: sessions.id });
    const left = tx
      .select({ device: sessions.device })
      .from(sessions)
      .where(and(ofUser(user), isNotNull(sessions.device)));
    if (ended.length > 0) {
      await tx
        .delete(knownDevices)
        .where(
          and(
            eq(knownDevices.organizationId, user.organizationId),
            eq(knownDevices.userId, user.id),
            notInArray(knownDevices.device, left),
          ),
        );
    }
    return ended.length;
  });
}
