import { and, desc, eq, inArray, isNull, like, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { wishForm } from "#lib/contract/suppressions.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import { type Db, prepared } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { owned } from "#server/platform/db/owned.ts";
import { paging } from "#server/platform/db/paging.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { nextVersion } from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { mails, suppressions as table } from "#server/platform/db/schema-mail.ts";
import { patternsOf } from "#server/platform/db/search.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

export const suppressions = {
  "suppressions.list": async ({ query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const oldest = query.sort === "createdAt:asc";
    return read((db) => listedSuppressions(db, { patterns, oldest, ...paging(query) }));
  },

  /** Idempotent. The first person and reason are kept. */
  "suppressions.lift": async ({ host, user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const one = eq(table.id, id);
      const [found] = await db.select().from(table).where(one);
      if (!found) throw notFound();
      if (found.liftedAt) return;
      if (found.reason === "erased") throw new HttpError(409, "This address was erased permanently");
      const { liftedBecause } = found.reason === "unsubscribed" ? wishForm.parse(body) : body;
      await db
        .update(table)
        .set({ liftedAt: host.clock(), liftedBy: nameOf(user), liftedBecause })
        .where(and(one, isNull(table.liftedAt)));
      if (found.reason !== "unsubscribed") return;
      await db
        .update(contacts)
        .set({
          consent: "given",
          consentAt: host.clock(),
          consentSource: "staff",
          consentBy: nameOf(user),
          consentSaid: liftedBecause,
          ...nextVersion(contacts),
        })
        .where(
          and(
            eq(contacts.emailKey, found.address),
            eq(contacts.consentSource, "unsubscribe"),
            sql`not exists (select from ${owned("contact_addresses", "more")}
              join ${owned("suppressions", "barred")} on barred.address = more.address_key
              where more.contact_id = ${contacts.id} and strpos(more.address_key, '@') > 0
                and barred.reason = 'unsubscribed' and barred.lifted_at is null)`,
          ),
        );
    });
  },
} satisfies Partial<Handlers>;

const { placeholder } = sql;
const columns = {
  ...pick(table, "id", "address", "reason", "said", "createdAt"),
};

/** Parameters: {address}, the address in lower case. */
export const suppressionsOf = prepared((db) =>
  db
    .select(columns)
    .from(table)
    .where(and(eq(table.address, placeholder("address")), isNull(table.liftedAt)))
    .orderBy(table.reason)
    .prepare("suppressions_of"),
);

export async function unsubscribedAmong(db: Db, people: { email: string }[]): Promise<Set<string>> {
  const addresses = [...new Set(people.map(({ email }) => email.toLowerCase()).filter(Boolean))];
  if (addresses.length === 0) return new Set();
  const rows = await db
    .select({ address: table.address })
    .from(table)
    .where(and(inArray(table.address, addresses), eq(table.reason, "unsubscribed"), isNull(table.liftedAt)));
  return new Set(rows.map(({ address }) => address));
}

/** `address` is in lower case. Includes the contact `also`. */
export function hasEmail(address: SQL, also: string | null = null): SQL {
  return sql`${contacts.id} in (select id from ${owned("contacts", "first")} where email_key = ${address}
    union all select contact_id from ${owned("contact_addresses")} where address_key = ${address}
    union all select ${also}::uuid)`;
}

type Asked = { patterns: string[]; limit: number; offset: number; oldest: boolean };

function listedSuppressions(db: Db, { patterns, limit, offset, oldest }: Asked) {
  const contact = db
    .select({
      id: contacts.id,
      name: contactName.as("name"),
      search: contacts.search,
    })
    .from(contacts)
    .where(hasEmail(sql`${table.address}`))
    .orderBy(desc(contacts.createdAt), desc(contacts.id))
    .limit(1)
    .as("contact");
  const age = oldest ? [sql`${table.createdAt}`, sql`${table.id}`] : [desc(table.createdAt), desc(table.id)];
  return db
    .select({
      ...columns,
      ...pick(table, "liftedAt", "liftedBy", "liftedBecause"),
      contact: { id: contact.id, name: contact.name },
      mail: { id: mails.id, name: sql<string>`coalesce(${mails.subject}, '')` },
    })
    .from(table)
    .leftJoinLateral(contact, sql`true`)
    .leftJoin(mails, eq(mails.id, table.mailId))
    .where(and(sql`strpos(${table.address}, '@') > 0`, ...patterns.map(holds(contact.search))))
    .orderBy(desc(sql`(${table.liftedAt} is null)`), ...age)
    .limit(limit)
    .offset(offset);
}

function holds(search: AnyPgColumn) {
  return (pattern: string) =>
    or(sql`' ' || latin_fold(${table.address}) like ${pattern}`, like(search, pattern));
}
