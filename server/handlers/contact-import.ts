import { and, eq, inArray } from "drizzle-orm";
import { contactForm } from "#lib/contract/contacts.ts";
import { lockStore } from "../booking/book.ts";
import type { Db } from "../db/client.ts";
import { newId } from "../db/id.ts";
import { contacts as table } from "../db/schema.ts";
import { sentence } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { columns } from "./contacts.ts";

export const contactImport = {
  "contacts.import": async ({ user: { organizationId }, body: { contacts, dryRun }, read, tenant }) => {
    const checked = contacts.map((sent) => contactForm.safeParse(sent));
    const emails = checked.flatMap(({ data }) => (data ? [key(data.email)] : []));

    async function take(db: Db) {
      const taken = await emailsOf(db, organizationId, emails);
      const rows: (typeof table.$inferInsert)[] = [];
      const outcomes = checked.map(({ data, error }) => {
        if (!data) return { outcome: "refused" as const, reason: sentence(error) };
        if (taken.has(key(data.email))) return { outcome: "known" as const };
        taken.add(key(data.email));
        rows.push({ organizationId, id: newId(), ...columns(data) });
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
} satisfies Handlers;

function key(email: string): string {
  return email.toLowerCase();
}

async function emailsOf(db: Db, organizationId: string, emails: string[]): Promise<Set<string>> {
  const known = await db
    .select({ key: table.emailKey })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), inArray(table.emailKey, emails)));
  return new Set(known.flatMap(({ key }) => key ?? []));
}
