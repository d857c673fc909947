import { hasRealStore } from "#server/data/demo/demo.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Backups, Handlers, Host } from "#server/platform/handler.ts";

/** A backup contains the whole host. If it has several stores, no store may see or make one. */
async function backupsOf(host: Host, { organizationId }: SignedIn): Promise<Backups> {
  const isShared = await host.database.system((db) => hasRealStore(db, organizationId));
  if (isShared || !host.backups) throw notFound();
  return host.backups;
}

/** Files can't be downloaded: they contain the host's key and all password hashes. */
export const backups = {
  "backups.get": async ({ host, user }) => (await backupsOf(host, user)).state(),

  "backups.make": async ({ host, user }) => {
    (await backupsOf(host, user)).make();
  },

  "backups.verify": async ({ host, user, body: { name } }) => {
    await (await backupsOf(host, user)).verify(name);
  },
} satisfies Partial<Handlers>;
