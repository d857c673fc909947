import { and, desc, eq, sql } from "drizzle-orm";
import { accountOf } from "#server/connections/providers/account.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { getRecord } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { mailboxes, letters as table } from "#server/platform/db/schema-mail.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { readAs } from "./keep.ts";
import { canSendMail } from "./write.ts";

const PREVIEW = 240;
const PAGE_SIZE = 50;

/*
 * Row-level security hides unshared messages from everyone except their owner, so every read runs as a person
 * (`readAs`).
 */

export const letters = {
  "letters.get": async ({ user, params: { id }, read }) =>
    readAs(read, user, async (db) => {
      const [found] = await select(db).where(eq(table.id, id));
      const [content] = await db
        .select({
          ...pick(table, "cc", "text", "html", "isCut", "contactId"),
        })
        .from(table)
        .where(eq(table.id, id));
      if (!found || !content) throw notFound();
      const { contactId, ...whole } = content;
      const others = await select(db)
        .where(and(eq(table.contactId, contactId), eq(table.thread, found.thread)))
        .orderBy(desc(table.at), desc(table.id))
        .limit(PAGE_SIZE);
      return {
        ...answer(found, user),
        ...whole,
        others: others
          .filter((other) => other.id !== id)
          .map((other) => answer(other, user))
          .reverse(),
      };
    }),

  "letters.share": async ({ user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      await lockMailbox(db, user);
      const message = await getRecord(db, table, id);
      if (message.userId !== user.id)
        throw new HttpError(403, "Only the owner of this mailbox can change who sees it");
      await db
        .update(table)
        .set(body.isShared ? { shared: "thread", sharedBy: nameOf(user) } : { shared: "no", sharedBy: null })
        .where(and(mine(user), eq(table.thread, message.thread)));
    });
    return { id };
  },

  "letters.settings": async ({ user, read }) =>
    read(async (db) => {
      const { id } = user;
      const account = await accountOf(db, id);
      const [box] = await db.select().from(mailboxes).where(boxOf(user));
      const isRead =
        box !== undefined &&
        account !== null &&
        box.accountId === account.id &&
        (box.nextAt !== null || account.externalId !== null);
      return {
        sharesAll: box?.sharesAll ?? false,
        sender: account && canSendMail(account) ? account.address : null,
        address: isRead ? account.address : null,
        readAt: box?.readAt?.toISOString() ?? null,
        error: box?.error ?? null,
      };
    }),

  "letters.setSettings": async ({ user, body: { sharesAll }, tenant }) => {
    const { id } = user;
    await tenant(async (db) => {
      await lockMailbox(db, user);
      await db
        .insert(mailboxes)
        .values({ userId: id, sharesAll })
        .onConflictDoUpdate({ target: [mailboxes.organizationId, mailboxes.userId], set: { sharesAll } });
      await db
        .update(table)
        .set(sharesAll ? { shared: "all", sharedBy: nameOf(user) } : { shared: "no", sharedBy: null })
        .where(and(mine(user), eq(table.shared, sharesAll ? "no" : "all")));
    });
    return { id };
  },
} satisfies Partial<Handlers>;

const mine = ({ id }: SignedIn) => eq(table.userId, id);
const boxOf = ({ id }: SignedIn) => eq(mailboxes.userId, id);

async function lockMailbox(db: Db, user: SignedIn): Promise<void> {
  await db.select({ id: mailboxes.userId }).from(mailboxes).where(boxOf(user)).for("update");
}

function select(db: Db) {
  return db
    .select({
      ...pick(table, "id", "thread", "direction", "userId"),
      person: sql<string | null>`trim(${users.firstName} || ' ' || ${users.lastName})`,
      ...pick(table, "fromAddress", "fromName", "to", "subject"),
      preview: sql<string>`left(${table.text}, ${PREVIEW})`,
      ...pick(table, "attachments", "at", "shared", "sharedBy", "state", "reason"),
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.userId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof select>>[number];

function answer(row: Row, user: SignedIn) {
  const { userId, person, fromAddress, fromName, shared, sharedBy, ...rest } = row;
  return {
    ...rest,
    person: userId === null ? null : { id: userId, name: person ?? "" },
    isMine: userId === user.id,
    from: { name: fromName, address: fromAddress },
    shared: shared === "no" ? null : { by: sharedBy ?? "", all: shared === "all" },
  };
}
