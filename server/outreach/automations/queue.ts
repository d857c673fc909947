import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Rule } from "./rule.ts";

/**
 * Skips the rule's mails that wait, for a `reason` in words for staff. What is on its way already leaves, and so does
 * what a person sends again.
 */
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
