import { and, eq, sql } from "drizzle-orm";
import type { TokenHolder } from "#server/auth/one-time-tokens.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { reportOnce } from "#server/db/incidents.ts";
import { users } from "#server/db/schema.ts";
import type { Host } from "#server/handler.ts";
import { type Connected, connectAccount, disconnectAccount } from "#server/providers/account.ts";

/** Connects an account on a person's word, and tells the store's owner. */
export async function connectAs(
  host: Host,
  { organizationId, userId }: TokenHolder,
  account: Omit<Connected, "organizationId" | "connectedBy">,
): Promise<void> {
  await connectAccount(host, { ...account, organizationId, connectedBy: userId }, (db) =>
    mailOwner(db, host.clock(), { organizationId, userId }, "connected", account.address),
  );
}

/** The same for its end. */
export async function disconnectAs(host: Host, { organizationId, userId }: TokenHolder): Promise<void> {
  await disconnectAccount(host, organizationId, (db, { address }) =>
    mailOwner(db, host.clock(), { organizationId, userId }, "disconnected", address),
  );
}

/** The owner learns who else changed the account that the store writes from. */
async function mailOwner(
  db: Db,
  now: Date,
  { organizationId, userId }: TokenHolder,
  what: "connected" | "disconnected",
  address: string,
): Promise<void> {
  const by = await personOf(db, organizationId, userId);
  if (by?.role === "OWNER") return;
  const who = by?.name ?? "Somebody";
  await reportOnce(db, now, {
    organizationId,
    kind: "accountChanged",
    key: newId(),
    audience: "owner",
    title: `The email account of your store was ${what}`,
    text:
      what === "connected"
        ? `${who} connected ${address} as your store’s email account: what your store sends leaves through it, and answers arrive there.`
        : `${who} disconnected ${address}, your store’s email account: nothing is sent, and nobody can book.`,
    href: "/dashboard/settings/integrations",
  });
}

/** Undefined for nobody, and for a person who was removed. */
export async function personOf(db: Db, organizationId: string, id: string | null) {
  if (!id) return undefined;
  const [user] = await db
    .select({ name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`, role: users.role })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), eq(users.id, id)));
  return user;
}
