import { asc, eq } from "drizzle-orm";
import { type PasswordReset, startResets } from "#server/platform/auth/one-time-tokens.ts";
import { inStore } from "#server/platform/db/client.ts";
import { resetRequests } from "#server/platform/db/schema-auth.ts";
import type { Host } from "#server/platform/handler.ts";
import { queueMail } from "./queue.ts";

const BATCH = 20;

/** Runs after the answer, so that the answer's time reveals nothing. */
export async function mailResets({ database, webUrl, clock }: Host): Promise<number> {
  return database.system((db) =>
    db.transaction(async (tx) => {
      const asked = await tx
        .select()
        .from(resetRequests)
        .orderBy(asc(resetRequests.createdAt))
        .limit(BATCH)
        .for("update", { skipLocked: true });
      for (const { id, email } of asked) {
        for (const reset of await startResets(tx, email)) {
          await queueMail(inStore(tx, reset.organizationId), resetMail(reset, webUrl, clock()));
        }
        await tx.delete(resetRequests).where(eq(resetRequests.id, id));
      }
      return asked.length;
    }),
  );
}

function resetMail(reset: PasswordReset, webUrl: string, now: Date) {
  const { email, firstName, store, token } = reset;
  return {
    kind: "password" as const,
    to: { address: email, name: firstName },
    subject: "Reset your password at {{store}}",
    text: [
      "Hello {{firstName}},",
      `somebody, hopefully you, asked for a new password. Choose one here within the hour:\n${webUrl}/reset-password?${new URLSearchParams({ token })}`,
      "If you didn't request this, ignore this email. Your password stays the same.",
    ].join("\n\n"),
    values: { store, firstName },
    dueAt: now,
  };
}
