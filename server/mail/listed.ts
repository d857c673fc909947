import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { contacts } from "../db/schema.ts";
import { mails } from "../db/schema-mail.ts";

/** Mails as lists answer them, before any where, order and limit. */
export function listedMails(db: Db) {
  return db
    .select({
      id: mails.id,
      kind: mails.kind,
      toAddress: mails.toAddress,
      toName: mails.toName,
      contact: {
        id: contacts.id,
        name: sql<string>`${contacts.firstName} || ' ' || ${contacts.lastName}`,
      },
      subject: mails.subject,
      state: mails.state,
      reason: mails.reason,
      createdAt: mails.createdAt,
      dueAt: mails.dueAt,
      sentAt: mails.sentAt,
    })
    .from(mails)
    .leftJoin(
      contacts,
      and(eq(contacts.organizationId, mails.organizationId), eq(contacts.id, mails.contactId)),
    );
}
