import { and, eq } from "drizzle-orm";
import { placeholderValues } from "#lib/contract/placeholders.ts";
import type { Db } from "#server/db/client.ts";
import { isId } from "#server/db/id.ts";
import { organizations, users } from "#server/db/schema.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { valuesForContact } from "#server/mail/placeholder-values.ts";
import { queueMail } from "#server/mail/queue.ts";
import { wayOut } from "#server/mail/way-out.ts";

export const templateTest = {
  "templates.test": async ({ host, user: { organizationId, id }, body, tenant }) => {
    // A mail that a person waits for in front of the screen is not left waiting for an account.
    if (!(await wayOut(host, organizationId))) {
      throw new HttpError(409, "Connect an email account in Settings first");
    }
    const to = await tenant(async (db) => {
      const user = await readUser(db, organizationId, id);
      const values = await valuesOf(db, organizationId, body.contactId, user);
      const name = `${user.firstName} ${user.lastName}`.trim();
      await queueMail(db, {
        organizationId,
        kind: "test",
        to: { address: user.email, name },
        subject: body.subject,
        text: body.content,
        values,
        dueAt: host.clock(),
      });
      return user.email;
    });
    host.wake();
    return { to };
  },
} satisfies Partial<Handlers>;

type Reader = { firstName: string; lastName: string; email: string; storeName: string };

async function readUser(db: Db, organizationId: string, id: string): Promise<Reader> {
  const [user] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      storeName: organizations.name,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(and(eq(users.organizationId, organizationId), eq(users.id, id)));
  if (!user) throw notFound();
  return user;
}

/** The chosen contact's words; without one the reader's own. */
async function valuesOf(db: Db, organizationId: string, contactId: string | null, reader: Reader) {
  if (contactId) {
    const values = isId(contactId) ? await valuesForContact(db, organizationId, contactId) : null;
    if (!values) throw notFound();
    return values;
  }
  const { storeName, ...names } = reader;
  const contact = { ...names, phoneNumber: "", birthday: null, anniversary: null };
  return placeholderValues({ contact, lastPurchase: null, storeName });
}
