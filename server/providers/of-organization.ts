import { eq } from "drizzle-orm";
import { accounts } from "../db/schema-mail.ts";
import type { Host } from "../handler.ts";
import { localProvider } from "./local.ts";
import type { Provider } from "./provider.ts";

/**
 * The organization's mail and calendar account; null where none is connected. Its calls go over the network, and the
 * local ones open scopes of their own: never call them inside a transaction.
 */
export async function providerOf(host: Host, organizationId: string): Promise<Provider | null> {
  const [account] = await host.database.read(organizationId, (db) =>
    db
      .select({ provider: accounts.provider })
      .from(accounts)
      .where(eq(accounts.organizationId, organizationId)),
  );
  return account ? localProvider(host, organizationId) : null;
}
