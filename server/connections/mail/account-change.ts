import { eq } from "drizzle-orm";
import { type Connected, connectAccount, disconnectAccount } from "#server/connections/providers/account.ts";
import type { Db, UserKey } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { reportOnce } from "#server/platform/db/incidents.ts";
import { personName } from "#server/platform/db/parties.ts";
import { users } from "#server/platform/db/schema.ts";
import type { Host } from "#server/platform/handler.ts";

export async function connectAs(
  host: Host,
  holder: UserKey,
  account: Omit<Connected, keyof UserKey>,
): Promise<void> {
  await connectAccount(host, { ...account, ...holder }, async (db, { isStores, address }) => {
    if (isStores) await reportChange(db, host.clock(), holder, "connected", address);
  });
}

export async function disconnectAs(host: Host, holder: UserKey): Promise<void> {
  await disconnectAccount(host, holder, async (db, { isStores, address }) => {
    if (isStores) await reportChange(db, host.clock(), holder, "disconnected", address);
  });
}

export async function reportChange(
  db: Db,
  now: Date,
  { userId }: UserKey,
  what: "connected" | "chosen" | "disconnected",
  address: string,
): Promise<void> {
  const by = await personOf(db, userId);
  if (by?.role === "OWNER") return;
  const who = by?.name ?? "Somebody";
  await reportOnce(db, now, {
    kind: "accountChanged",
    key: newId(),
    audience: "owner",
    title: `The email account of your store was ${what}`,
    text:
      what === "disconnected"
        ? `${who} disconnected ${address}, your store’s email account: nothing is sent until another one is connected.`
        : `${who} ${what === "chosen" ? "chose" : what} ${address} as your store’s email account: what your store sends leaves through it, and answers arrive there.`,
    href: "/dashboard/settings/integrations",
  });
}

export async function personOf(db: Db, id: string | null) {
  if (!id) return undefined;
  const [user] = await db.select({ name: personName, role: users.role }).from(users).where(eq(users.id, id));
  return user;
}
