import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { contactColumns } from "#server/platform/db/built-in.ts";
import { type Db, prepared } from "#server/platform/db/client.ts";
import { owned } from "#server/platform/db/owned.ts";
import { FIRST_PAGE, matchingPage } from "#server/platform/db/paging.ts";
import { latestSale } from "#server/platform/db/parties.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { suppressions } from "#server/platform/db/schema-mail.ts";

const { placeholder } = sql;

export function columnsWith(latest: ReturnType<typeof latestSale>) {
  return {
    id: contacts.id,
    ...contactColumns,
    createdAt: contacts.createdAt,
    version: contacts.version,
    saleCost: latest.cost,
    saleDate: latest.createdAt,
  };
}

/** Ids first, which is fast even for the last page. */
function withLatestSale(db: Db, page: SQL) {
  const latest = latestSale(db);
  return db
    .select(columnsWith(latest))
    .from(page)
    .innerJoin(contacts, eq(contacts.id, sql`page.id`))
    .leftJoinLateral(latest, sql`true`);
}

const newest = [desc(contacts.createdAt), desc(contacts.id)];
const oldest = [asc(contacts.createdAt), asc(contacts.id)];
const byName = [asc(contacts.search), asc(contacts.id)];

const ordered = (page: SQL, order: SQL[], name: string) =>
  prepared((db) =>
    withLatestSale(db, page)
      .orderBy(...order)
      .prepare(name),
  );

export type Found = Awaited<ReturnType<typeof withLatestSale>>[number];

export const firstContacts = prepared((db) => {
  const latest = latestSale(db);
  return db
    .select(columnsWith(latest))
    .from(contacts)
    .leftJoinLateral(latest, sql`true`)
    .orderBy(...newest)
    .limit(FIRST_PAGE)
    .prepare("first_contacts");
});

const newestPage = sql`(select id from ${owned("contacts")}
  order by created_at desc, id desc limit ${placeholder("limit")} offset ${placeholder("offset")}) as page`;

export const newestContacts = ordered(newestPage, newest, "newest_contacts");

export const matchingContacts = {
  newest: ordered(matchingPage("contacts", "newest"), newest, "newest_matching_contacts"),
  oldest: ordered(matchingPage("contacts", "oldest"), oldest, "oldest_matching_contacts"),
};

export const oneContact = prepared((db) => {
  const latest = latestSale(db);
  return db
    .select({ ...columnsWith(latest), fields: contacts.fields })
    .from(contacts)
    .leftJoinLateral(latest, sql`true`)
    .where(eq(contacts.id, placeholder("id")))
    .prepare("one_contact");
});

export const contactOptions = {
  names: prepared((db) =>
    db
      .select({ id: contacts.id, firstName: contacts.firstName, lastName: contacts.lastName })
      .from(matchingPage("contacts", "name"))
      .innerJoin(contacts, eq(contacts.id, sql`page.id`))
      .orderBy(...byName)
      .prepare("contact_names"),
  ),
  page: ordered(matchingPage("contacts", "name"), byName, "contact_options"),
};

export const consentOf = prepared((db) =>
  db
    .select({
      id: contacts.id,
      state: contacts.consent,
      at: contacts.consentAt,
      source: contacts.consentSource,
      by: contacts.consentBy,
      said: contacts.consentSaid,
      noTextsAt: contacts.noTextsAt,
      noTextsBy: contacts.noTextsBy,
      unsubscribedAt: sql<Date | null>`(select ${suppressions.createdAt} from ${owned(suppressions)}
        where ${suppressions.address} = ${contacts.emailKey}
          and ${suppressions.reason} = 'unsubscribed' and ${suppressions.liftedAt} is null)`.mapWith(
        suppressions.createdAt,
      ),
    })
    .from(contacts)
    .where(sql`${contacts.id} = any (${placeholder("ids")}::uuid[])`)
    .prepare("consent_of"),
);

export type Said = Omit<Awaited<ReturnType<ReturnType<typeof consentOf>["execute"]>>[number], "id">;
