import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Rule } from "./rule.ts";

/** Leaves email that is being sent or was resent by a person. Staff see the `reason`. */
export async function skipWaiting(
  db: Db,
  { organizationId, id }: Pick<Rule, "organizationId" | "id">,
  reason: string,
  also: { automationId?: null } = {},
): Promise<void> {
  await db
    .update(mails)
    .set({ state: "skipped", reason, ...also })
    .where(
      and(
        eq(mails.organizationId, organizationId),
        eq(mails.automationId, id),
        inArray(mails.state, ["queued", "held"]),
        eq(mails.isResent, false),
      ),
    );
}
