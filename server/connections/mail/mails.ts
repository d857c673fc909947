import { and, asc, count, desc, eq, inArray, like, or, type SQL, sql } from "drizzle-orm";
import { DEMO_SENDS_NONE, NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import type { MailKind, MailState } from "#lib/contract/mails.ts";
import { accountOfStore } from "#server/connections/providers/account.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { isId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { paging } from "#server/platform/db/paging.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { byId, findRecord, nextVersion } from "#server/platform/db/record.ts";
import { contacts, organizations, templates, users } from "#server/platform/db/schema.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { automations, suppressions, mails as table } from "#server/platform/db/schema-mail.ts";
import { patternsOf } from "#server/platform/db/search.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { type RecordKey, recordOfToken } from "#server/platform/secrets/tokens.ts";
import { hasSignInLink } from "./candidates.ts";
import { hasEmail } from "./suppressions.ts";
import { canSend } from "./transport.ts";

export const shownState = sql<MailState>`case when ${table.state} = 'queued' and ${table.reason} = ${sql.raw(
  `'${NO_ACCOUNT}'`,
)} then 'kept' else ${table.state} end`;

export async function countMails(db: Db, where: SQL): Promise<Partial<Record<MailState, number>>> {
  const counted = await db
    .select({ state: shownState, count: count() })
    .from(table)
    .where(where)
    .groupBy(shownState);
  return Object.fromEntries(counted.map(({ state, count }) => [state, count]));
}

export function selectMails(db: Db) {
  return db
    .select({
      ...pick(table, "id", "kind", "toAddress", "toName"),
      contact: {
        id: contacts.id,
        name: contactName,
      },
      campaign: { id: campaigns.id, name: campaigns.name },
      // Placeholders are filled when the email is written.
      subject: sql<string | null>`coalesce(${table.subject},
        regexp_replace(coalesce(${templates.subject}, ${campaigns.subject}), '\\{\\{[^{}]*\\}\\}', '…', 'g'))`,
      ...pick(table, "state", "reason", "createdAt", "dueAt"),
      // For unknown emails, `sent_at` is when they were handed over.
      sentAt: sql<Date | null>`case when ${table.state} = 'sent' then ${table.sentAt} end`.mapWith(
        table.sentAt,
      ),
    })
    .from(table)
    .leftJoin(contacts, eq(contacts.id, table.contactId))
    .leftJoin(automations, eq(automations.id, table.automationId))
    .leftJoin(templates, eq(templates.id, automations.templateId))
    .leftJoin(campaigns, eq(campaigns.id, table.campaignId));
}

const MAX_WORDS = 8;

function findMails(term: string): (SQL | undefined)[] | null {
  const patterns = term.trim() === "" ? [] : patternsOf(term);
  if (!patterns) return null;
  return patterns
    .slice(0, MAX_WORDS)
    .map((pattern) => or(like(contacts.search, pattern), like(table.search, pattern)));
}

export const ERASED = "The contact was erased";

export const mails = {
  "mails.list": async ({ query, read }) => {
    const { limit, offset } = paging(query);
    const order = query.sort === "createdAt:asc" ? asc : desc;
    const sorted = [order(table.createdAt), order(table.id)];
    const { state, contactId, search = "" } = query;
    const found = findMails(search);
    if (found === null || (contactId !== undefined && !isId(contactId))) return [];
    const wanted = and(
      state && sql`${shownState} = ${state}`,
      contactId ? eq(table.contactId, contactId) : undefined,
      ...found,
    );
    return read((db) => {
      const page = db
        .select({ id: table.id })
        .from(table)
        .leftJoin(contacts, eq(contacts.id, table.contactId))
        .where(wanted)
        .orderBy(...sorted)
        .limit(limit)
        .offset(offset);
      return selectMails(db)
        .where(inArray(table.id, page))
        .orderBy(...sorted);
    });
  },

  "mails.get": async ({ user: { id: userId, role }, params: { id }, read }) =>
    read(async (db) => {
      const its = byId(table, id);
      const [listed] = await selectMails(db).where(its);
      const [content] = await db
        .select({ text: table.text, html: table.html, via: table.via, isReader: isReader(userId) })
        .from(table)
        .where(its);
      if (!listed || !content) throw notFound();
      const { isReader: isMine, ...whole } = content;
      const isHidden =
        (hasSignInLink(listed.kind) && role !== "OWNER") || (listed.kind === "security" && !isMine);
      return isHidden ? { ...listed, via: content.via } : { ...listed, ...whole };
    }),

  "mails.resend": async ({ host, params: { id }, tenant }) => {
    const its = byId(table, id);
    await tenant(async (db) => {
      const [mail] = await db
        .select({ kind: table.kind, state: table.state, reason: table.reason })
        .from(table)
        .where(its);
      if (!mail) throw notFound();
      if (mail.reason === ERASED) throw new HttpError(409, "The contact was erased, including this email");
      if (mail.state === "kept") await checkSendable(db, host, mail.kind);
      const queued = await db
        .update(table)
        .set({
          state: "queued",
          reason: null,
          attempts: 0,
          isResent: true,
          sentAt: null,
          leaseUntil: null,
          dueAt: host.clock(),
          day: null,
        })
        .where(and(its, inArray(table.state, ["unknown", "failed", "kept"])))
        .returning({ id: table.id });
      if (queued.length > 0) return;
      throw new HttpError(
        409,
        "You can only resend an email that failed, was not sent, or has an unknown outcome",
      );
    });
    host.wake();
  },

  "mails.subscription": async ({ host, params: { token }, address: caller }) => {
    await host.database.system((db) => countAttempt(db, "booking page", caller));
    const { organizationId, id } = keyOf(host, token);
    const [found] = await host.database.read(organizationId, (db) =>
      db
        .select({
          store: organizations.name,
          address: table.toAddress,
          isUnsubscribed: sql<boolean>`exists (select from ${owned(suppressions)}
            where ${suppressions.address} = lower(${table.toAddress})
              and ${suppressions.reason} = 'unsubscribed' and ${suppressions.liftedAt} is null)`,
        })
        .from(table)
        .innerJoin(organizations, eq(organizations.id, table.organizationId))
        .where(byId(table, id)),
    );
    if (!found?.address) throw noLink();
    return { ...found, address: found.address.replace(/^(.)[^@]*/u, "$1•••") };
  },

  "mails.unsubscribe": async ({ host, params: { token }, address: caller }) => {
    await host.database.system((db) => countAttempt(db, "unsubscribe", caller));
    const { organizationId, id } = keyOf(host, token);
    await host.database.tenant(organizationId, async (db) => {
      const mail = await findRecord(db, table, id);
      if (!mail?.toAddress) throw noLink();
      const address = mail.toAddress.toLowerCase();
      await db
        .insert(suppressions)
        .values({ address, reason: "unsubscribed", mailId: id })
        .onConflictDoNothing();
      await db
        .update(contacts)
        .set({
          consent: "withdrawn",
          consentAt: host.clock(),
          consentSource: "unsubscribe",
          consentBy: null,
          consentSaid: null,
          ...nextVersion(contacts),
        })
        .where(
          and(
            hasEmail(sql`${address}`, mail.contactId),
            sql`${contacts.consentSource} is distinct from 'unsubscribe'`,
            sql`(${contacts.consent} <> 'withdrawn' or ${contacts.id} = ${mail.contactId}::uuid)`,
          ),
        );
    });
  },
} satisfies Partial<Handlers>;

async function checkSendable(db: Db, host: Host, kind: MailKind): Promise<void> {
  const account = await accountOfStore(db);
  if (!canSend(host, account?.provider ?? null)) {
    throw new HttpError(409, host.isDemo ? DEMO_SENDS_NONE : `${NO_ACCOUNT}. Connect one in Settings first.`);
  }
  if (hasSignInLink(kind)) throw new HttpError(409, "The link in this email has expired. Request a new one.");
}

function isReader(userId: string) {
  return sql<boolean>`exists (select from ${owned(users)}
    where ${users.id} = ${userId} and ${users.email} = lower(${table.toAddress}))`;
}

function keyOf(host: Host, token: string): RecordKey {
  const key = recordOfToken(host.secret, "unsubscribe", token);
  if (!key) throw noLink();
  return key;
}

function noLink(): HttpError {
  return new HttpError(404, "This link is not valid");
}
