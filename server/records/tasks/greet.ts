import { and, eq, sql } from "drizzle-orm";
import { dayOf } from "#lib/time/days.ts";
import { storeOf } from "#server/booking/store.ts";
import { refusalOfContact } from "#server/connections/mail/gate.ts";
import { valuesForContact } from "#server/connections/mail/placeholder-values.ts";
import { renderMail } from "#server/connections/mail/substitute.ts";
import { transportOf } from "#server/connections/mail/transport.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import { yearlyColumns } from "#server/platform/db/built-in.ts";
import { idOfContent, isId } from "#server/platform/db/id.ts";
import { byId } from "#server/platform/db/record.ts";
import { contacts, templates } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { markDone } from "./mark-done.ts";
import { monthDays } from "./occasions.ts";

export const greetHandlers = {
  /** Same checks as automation emails. Once per occasion, also if an automation already wrote. */
  "today.greet": async ({ host, user, body: { kind, id, templateId }, tenant }) => {
    const { organizationId } = user;
    if (!isId(id) || !isId(templateId)) throw notFound();
    if (!(await transportOf(host, organizationId))) {
      throw new HttpError(409, "Connect an email account in Settings first");
    }
    const now = host.clock();
    await tenant(async (db) => {
      const { timezone } = await storeOf(db, organizationId);
      const day = dayOf(now, timezone);
      const column = yearlyColumns(kind).monthDay;
      const [contact] = await db
        .select({
          email: contacts.email,
          name: sql<string>`trim(${contacts.firstName} || ' ' || ${contacts.lastName})`,
          refusal: refusalOfContact,
        })
        .from(contacts)
        .where(and(byId(contacts, user, id), sql`${column} = any (${monthDays(day)})`))
        .for("no key update");
      const [template] = await db
        .select({ subject: templates.subject, content: templates.content })
        .from(templates)
        .where(byId(templates, user, templateId));
      if (!contact || !template) throw notFound();
      if (contact.refusal) throw new HttpError(409, `We can't email them: ${contact.refusal}`);
      const occurrence = `${kind}:${day.slice(0, 4)}`;
      const isPrevious = and(
        eq(mails.organizationId, organizationId),
        eq(mails.contactId, id),
        eq(mails.occurrence, occurrence),
        sql`${mails.day} = ${day}::date and ${mails.state} not in ('skipped', 'failed')`,
      );
      if ((await db.$count(mails, isPrevious)) > 0)
        throw new HttpError(409, "They already got an email for this occasion");
      await db
        .insert(mails)
        .values({
          ...{ organizationId, id: idOfContent(organizationId, "greeting", `${id} ${occurrence}`), day },
          ...{ kind: "automation" as const, occurrence, contactId: id, dueAt: now },
          ...{ toAddress: contact.email, toName: contact.name },
          ...renderMail(template, (await valuesForContact(db, organizationId, id)) ?? {}),
          // No automation has to be active.
          isResent: true,
        })
        .onConflictDoNothing();
      const mark = { organizationId, kind, day, contactId: id, bookingId: null };
      await markDone(db, mark, { at: now, by: nameOf(user) });
    });
    host.wake();
  },
} satisfies Partial<Handlers>;
