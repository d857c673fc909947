import { eq, sql } from "drizzle-orm";
import { connectAccount } from "#server/connections/providers/account.ts";
import { openDatabase } from "#server/platform/db/open.ts";
import { users } from "#server/platform/db/schema.ts";

export async function connectStore(
  databaseUrl: string,
  secret: Buffer | null,
  email: string,
  home: string,
  second?: URL,
): Promise<{ organizationId: string; userId: string }> {
  const opened = await openDatabase({ dataDir: "", databaseUrl });
  try {
    const [owner] = await opened.database.system((db) =>
      db
        .select({ organizationId: users.organizationId, userId: users.id })
        .from(users)
        .where(eq(users.email, email)),
    );
    if (!owner) throw new Error("The owner doesn't exist.");
    if (second) {
      const { username, password } = second;
      await opened.database.system((db) =>
        db.execute(sql.raw(`create role ${username} login superuser password '${password}'`)),
      );
    }
    if (!secret) return owner;
    const login = { user: "alice", password: "pearl" };
    const host = {
      ...{ database: opened.database, webUrl: "", hostUrl: "", clock: () => new Date(), secret },
      ...{ providers: { allowPrivateHosts: true, unipile: null }, smtp: null, wake: () => {} },
    };
    await connectAccount(host, {
      ...{ ...owner, provider: "imap", address: email },
      secrets: { smtp: { host: "127.0.0.1", port: 1, ...login }, caldav: { home, ...login } },
      calendars: [{ id: `${home}work/`, name: "Work", isPrimary: true, isReadOnly: false }],
    });
    return owner;
  } finally {
    await opened.close();
  }
}
