import { and, eq, inArray, or } from "drizzle-orm";
import type * as z from "zod/mini";
import { importForm } from "#lib/contract/contacts.ts";
import { lockStore } from "#server/booking/book.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { contacts as table } from "#server/db/schema.ts";
import { searchText } from "#server/db/search.ts";
import { sentence } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { erasedAmong, saidNoInTrash, WAS_ERASED } from "#server/mail/erased.ts";
import { columns } from "./contacts.ts";

export const contactImport = {
  "contacts.import": async ({ host, user: { organizationId }, body: { contacts, dryRun }, read, tenant }) => {
    const checked = contacts.map((sent) => importForm.safeParse(sent));
    const forms = checked.flatMap(({ data }) => data ?? []);

    async function take(db: Db) {
      const taken = await keysOf(db, organizationId, forms);
      const erased = await erasedAmong(db, { secret: host.secret, organizationId }, forms);
      const saidNo = await saidNoInTrash(db, organizationId, forms);
      const rows: (typeof table.$inferInsert)[] = [];
      const outcomes = checked.map(({ data, error }) => {
        if (!data) return { outcome: "refused" as const, reason: sentence(error) };
        if (taken.has(key(data))) return { outcome: "known" as const };
        if (erased.has(data)) return { outcome: "refused" as const, reason: WAS_ERASED };
        taken.add(key(data));
        rows.push({
          organizationId,
          id: newId(),
          source: "import" as const,
          ...columns(data),
          ...saidNo.get(data),
        });
        return { outcome: "new" as const };
      });
      if (!dryRun && rows.length > 0) await db.insert(table).values(rows);
      return { outcomes };
    }

    if (dryRun) return read(take);
    return tenant(async (db) => {
      // Two imports of one list, or a booking at the same moment, make one contact.
      await lockStore(db, organizationId);
      return take(db);
    });
  },
} satisfies Partial<Handlers>;

type Form = z.infer<typeof importForm>;

/** What two rows of one person have in common: the email; without one, the whole of name and number. */
function key(form: Form): string {
  return form.email ? form.email.toLowerCase() : searchText(form);
}

/** Which of the keys have their contact. Both columns have an index. */
async function keysOf(db: Db, organizationId: string, forms: Form[]): Promise<Set<string>> {
  const [emails, lines] = [forms.filter(({ email }) => email), forms.filter(({ email }) => !email)];
  const known = await db
    .select({ email: table.emailKey, line: table.search })
    .from(table)
    .where(
      and(
        eq(table.organizationId, organizationId),
        or(
          inArray(table.emailKey, emails.map(key)),
          and(eq(table.emailKey, ""), inArray(table.search, lines.map(key))),
        ),
      ),
    );
  return new Set(known.map(({ email, line }) => email || line));
}
