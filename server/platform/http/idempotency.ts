import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Scopes, SystemDb, Work } from "#server/platform/db/client.ts";
import { idempotencyKeys as table } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";

export const KEY = /^[\w-]{8,128}$/;

type Request = {
  organizationId: string;
  userId: string;
  row: string;
  key: string;
  asked: { params: object; body: unknown };
};

/** A repeat gets the first answer, another request a 422. Stored in the handler's transaction: a failure frees it. */
export async function withIdempotencyKey(
  { tenant }: Scopes,
  { organizationId, userId, row, key, asked: { params, body } }: Request,
  handle: (scopes: Scopes) => unknown,
): Promise<unknown> {
  if (key.length > 128 || !KEY.test(key)) {
    throw new HttpError(400, "idempotency-key: must be 8 to 128 letters, digits, hyphens or underscores");
  }
  if (key.startsWith("user-") && !key.startsWith(`user-${userId}-`)) {
    throw new HttpError(409, "idempotency-key: belongs to another user");
  }
  const content = body instanceof Uint8Array ? createHash("sha256").update(body).digest("hex") : body;
  const asked = createHash("sha256")
    .update(JSON.stringify({ params, body: content }))
    .digest();
  return tenant(async (db) => {
    const claim = { organizationId, userId, row, key, asked };
    const claimed = await db.insert(table).values(claim).onConflictDoNothing().returning({ key: table.key });
    const same = and(eq(table.userId, userId), eq(table.row, row), eq(table.key, key));
    if (claimed.length === 0) {
      const [first] = await db.select({ asked: table.asked, answer: table.answer }).from(table).where(same);
      if (first?.asked && !asked.equals(first.asked)) {
        throw new HttpError(422, "idempotency-key: was used for another request");
      }
      return first?.answer;
    }
    const here = <T>(work: Work<T>) => work(db);
    const answer = await handle({ read: here, tenant: here });
    await db.update(table).set({ answer }).where(same);
    return answer;
  });
}

export async function forgetOldKeys(db: SystemDb): Promise<void> {
  await db.delete(table).where(lt(table.createdAt, sql`now() - interval '24 hours'`));
}
