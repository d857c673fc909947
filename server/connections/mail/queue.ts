import { and, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import type { About, MailKind } from "#lib/contract/mails.ts";
import { dayOf } from "#lib/time/days.ts";
import type { Address } from "#server/connections/providers/provider.ts";
import { type Db, storeIdOf } from "#server/platform/db/client.ts";
import { idOfContent, newId } from "#server/platform/db/id.ts";
import { isOwned } from "#server/platform/db/owned.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { isDayOver } from "./candidates.ts";
import { renderMail } from "./content.ts";

export type NewMail = {
  kind: Exclude<MailKind, "automation" | "campaign">;
  to: Address;
  subject: string;
  /** Plain text. An empty line ends a paragraph, and http(s) addresses become links. */
  text: string;
  /** Can contain visitors' text, so values never become links. */
  values?: { [name: string]: string | null };
  /** Instead of paragraphs of the text. Everything in it must be escaped. */
  html?: string;
  contactId?: string | null;
  bookingId?: string;
  calendar?: { method: "REQUEST" | "CANCEL"; ics: string };
  about?: About;
  dueAt: Date;
  /** The store's last day for sending it. */
  day?: string;
  key?: string;
};

/** Requires the transaction of the email's cause. Call `host.wake()` after the commit. */
export async function queueMail(db: Db, mail: NewMail): Promise<string> {
  const { kind, to, subject, text, values = {}, contactId, bookingId, calendar } = mail;
  const { about, dueAt, day, key, html } = mail;
  const id = key === undefined ? newId() : idOfContent(storeIdOf(db), kind, key);
  const content = renderMail({ subject, content: text }, values);
  await db
    .insert(mails)
    .values({
      id,
      kind,
      toAddress: to.address,
      toName: to.name,
      ...content,
      ...(html && { html }),
      contactId,
      bookingId,
      ics: calendar?.ics,
      icsMethod: calendar?.method,
      about,
      dueAt,
      day,
    })
    .onConflictDoNothing({ target: [mails.organizationId, mails.id] });
  return id;
}

/** Leaves email that is being sent. */
export async function skipQueued(
  db: Db,
  which: SQL | undefined,
  reason: string,
  also: { automationId?: null } = {},
): Promise<void> {
  await db
    .update(mails)
    .set({ state: "skipped", reason, updatedAt: sql`now()`, ...also })
    .where(and(which, inArray(mails.state, ["queued", "held"])));
}

/** Call it after the store's time zone changed. */
export async function moveDays(
  db: Db,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  const waiting = (kind: MailKind) =>
    and(
      sql`${mails.state} = 'queued' and ${mails.day} is not null`,
      eq(mails.kind, kind),
      not(isDayOver(now, from)),
    );
  await db
    .update(mails)
    .set({ day: sql`greatest(${mails.day}, ${dayOf(now, to)}::date)` })
    .where(waiting("automation"));
  const reminders = await db
    .select({ id: mails.id, dueAt: mails.dueAt })
    .from(mails)
    .where(waiting("reminder"))
    .for("update");
  const days = reminders.map(({ id, dueAt }) => ({ id, day: dayOf(dueAt, to) }));
  await db.execute(sql`update ${mails} set on_day = moved.day
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as moved (id uuid, day date)
    where ${isOwned(mails)} and ${mails.id} = moved.id`);
}
