import { hasRealStore } from "#server/data/demo/demo.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Backups, Handlers, Host } from "#server/platform/handler.ts";

/** A backup holds all of a host: of several stores none sees, or makes, what holds the others' records. */
async function backupsOf(host: Host, { organizationId }: SignedIn): Promise<Backups> {
  const isShared = await host.database.system((db) => hasRealStore(db, organizationId));
  if (isShared || !host.backups) throw notFound();
  return host.backups;
}

/** The files themselves never leave by the web: they hold the host's key and everybody's hashed password. */
export const backups = {
  "backups.get": async ({ host, user }) => (await backupsOf(host, user)).state(),

  "backups.make": async ({ host, user }) => {
    (await backupsOf(host, user)).make();
  },

  "backups.verify": async ({ host, user, body: { name } }) => {
    await (await backupsOf(host, user)).verify(name);
  },
} satisfies Partial<Handlers>;
