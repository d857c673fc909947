import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { contacts, templates } from "../db/schema.ts";
import { automations, mails } from "../db/schema-mail.ts";

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
      // Not written yet, or never: what it would have been written from.
      subject: sql<string | null>`coalesce(${mails.subject}, ${templates.subject})`,
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
    )
    .leftJoin(
      automations,
      and(eq(automations.organizationId, mails.organizationId), eq(automations.id, mails.automationId)),
    )
    .leftJoin(
      templates,
      and(eq(templates.organizationId, mails.organizationId), eq(templates.id, automations.templateId)),
    );
}
