import { and, desc, eq, sql } from "drizzle-orm";
import { prepared } from "#server/db/client.ts";
import { matchingPage } from "#server/db/paging.ts";
import { contactName } from "#server/db/parties.ts";
import { contacts, notes } from "#server/db/schema.ts";
import { mails } from "#server/db/schema-mail.ts";

const { placeholder } = sql;

const contact = {
  id: contacts.id,
  name: contactName,
};

/** Both take {organizationId, patterns, limit, offset}: the newest that match. */
export const matchingNotes = prepared((db) =>
  db
    .select({ id: notes.id, content: notes.content, createdAt: notes.createdAt, contact })
    .from(matchingPage("notes", "newest"))
    .innerJoin(
      notes,
      and(eq(notes.organizationId, placeholder("organizationId")), eq(notes.id, sql`page.id`)),
    )
    .innerJoin(
      contacts,
      and(eq(contacts.organizationId, notes.organizationId), eq(contacts.id, notes.contactId)),
    )
    .orderBy(desc(notes.createdAt), desc(notes.id))
    .prepare("matching_notes"),
);

export const matchingMails = prepared((db) =>
  db
    .select({
      id: mails.id,
      toName: mails.toName,
      subject: mails.subject,
      state: mails.state,
      createdAt: mails.createdAt,
      contact,
    })
    .from(matchingPage("mails", "newest"))
    .innerJoin(
      mails,
      and(eq(mails.organizationId, placeholder("organizationId")), eq(mails.id, sql`page.id`)),
    )
    .leftJoin(
      contacts,
      and(eq(contacts.organizationId, mails.organizationId), eq(contacts.id, mails.contactId)),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .prepare("matching_mails"),
);
