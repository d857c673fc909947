import { and, asc, eq, sql } from "drizzle-orm";
import { answer, pausedBy } from "#server/outreach/automations/rule.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts, templates } from "#server/platform/db/schema.ts";
import { accounts, automations, mails } from "#server/platform/db/schema-mail.ts";
import { searchText } from "#server/platform/db/search.ts";
import type { Host } from "#server/platform/handler.ts";

type Stored = typeof mails.$inferSelect;

export function mailStore({ database, clock }: Pick<Host, "database" | "clock">, organizationId: string) {
  return {
    async account(provider: "local" | "imap" = "local", userId: string | null = null) {
      const address = "hello@store.example.com";
      await database.tenant(organizationId, (db) =>
        db
          .insert(accounts)
          .values({ organizationId, id: newId(), userId, isStores: true, provider, address }),
      );
    },

    async readAccount() {
      const [account] = await database.read(organizationId, (db) =>
        db.select().from(accounts).where(eq(accounts.organizationId, organizationId)),
      );
      return account;
    },

    async contact(email: string, firstName = "Zoë", changes: Partial<typeof contacts.$inferInsert> = {}) {
      const id = newId();
      const contact = { firstName, lastName: "Frost", ...changes, email, phoneNumber: "0" };
      await database.tenant(organizationId, (db) =>
        db.insert(contacts).values({ organizationId, id, ...contact, search: searchText(contact) }),
      );
      return id;
    },

    async automation(changes: Partial<typeof automations.$inferInsert> = {}) {
      const id = newId();
      const templateId = newId();
      await database.tenant(organizationId, async (db) => {
        await db.insert(templates).values({
          organizationId,
          id: templateId,
          name: "Birthday",
          subject: "For {{name}}",
          content: "Dear {{firstName}},\n\nhappy birthday!",
        });
        await db.insert(automations).values({
          organizationId,
          id,
          name: "Birthday",
          triggerType: "TIME_BASED",
          schedule: "0 9 * * *",
          conditions: [],
          actionType: "SEND_EMAIL",
          templateId,
          nextRunAt: clock(),
          ...changes,
        });
      });
      return id;
    },

    async readAutomation(id: string) {
      const own = and(eq(automations.organizationId, organizationId), eq(automations.id, id));
      return database.read(organizationId, async (db) => {
        const [found] = await db.select().from(automations).where(own);
        return found && answer(found, await pausedBy(db));
      });
    },

    async queue(automationId: string, contactId: string, changes: Partial<typeof mails.$inferInsert> = {}) {
      const id = newId();
      await database.tenant(organizationId, (db) =>
        db.insert(mails).values({
          organizationId,
          id,
          kind: "automation",
          automationId,
          contactId,
          occurrence: id,
          toAddress: "before@example.com",
          toName: "Before",
          dueAt: clock(),
          day: clock().toISOString().slice(0, 10),
          ...changes,
        }),
      );
      return id;
    },

    async mail(id: string): Promise<Stored> {
      const found = (await this.mails()).find((mail) => mail.id === id);
      if (!found) throw new Error("no such mail");
      return found;
    },

    mails(): Promise<Stored[]> {
      return database.read(organizationId, (db) =>
        db
          .select()
          .from(mails)
          .where(eq(mails.organizationId, organizationId))
          // A reminder's id comes from its content.
          .orderBy(asc(mails.createdAt), sql`${mails.kind} = 'reminder'`, asc(mails.id)),
      );
    },
  };
}
