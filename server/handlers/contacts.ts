import { and, eq, sql } from "drizzle-orm";
import type { ContactForm } from "#lib/contract/contacts.ts";
import {
  contactNames,
  type Found,
  matchingContacts,
  newestContacts,
  oneContact,
} from "../db/contact-page.ts";
import { dayToSend, dayToStore } from "../db/day.ts";
import { newId } from "../db/id.ts";
import { purchases, contacts as table } from "../db/schema.ts";
import { patternsOf, searchText } from "../db/search.ts";
import { notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { optionalPaging, paging } from "../paging.ts";

export const contacts = {
  "contacts.list": async ({ user: { organizationId }, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const asked = { organizationId, patterns, ...paging(query) };
    const rows = await read((db) => {
      if (query.sort === "createdAt:asc") return matchingContacts.oldest(db).execute(asked);
      return (patterns.length > 0 ? matchingContacts.newest(db) : newestContacts(db)).execute(asked);
    });
    return rows.map(answer);
  },

  "contacts.options": async ({ user: { organizationId }, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const asked = { organizationId, patterns, ...optionalPaging(query) };
    const rows = await read((db) => contactNames(db).execute(asked));
    return rows.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` }));
  },

  "contacts.get": async ({ user: { organizationId }, params: { id }, read }) => {
    const [found] = await read((db) => oneContact(db).execute({ organizationId, id }));
    if (!found) throw notFound();
    return answer(found);
  },

  "contacts.create": async ({ user: { organizationId }, body, read }) => {
    const id = newId();
    await read((db) => db.insert(table).values({ organizationId, id, ...columns(body) }));
    return { id };
  },

  "contacts.update": async ({ user, params: { id }, body, tenant }) => {
    const contactName = `${body.firstName} ${body.lastName}`;
    await tenant(async (db) => {
      const changed = await db
        .update(table)
        .set({ ...columns(body), updatedAt: sql`now()` })
        .where(own(user, id))
        .returning({ id: table.id });
      if (changed.length === 0) throw notFound();
      await db
        .update(purchases)
        .set({ contactName })
        .where(and(eq(purchases.organizationId, user.organizationId), eq(purchases.contactId, id)));
    });
    return { id };
  },

  "contacts.delete": async ({ user, params: { id }, read }) => {
    const gone = await read((db) => db.delete(table).where(own(user, id)).returning({ id: table.id }));
    if (gone.length === 0) throw notFound();
  },
} satisfies Handlers;

function answer({ saleCost, saleDate, birthday, anniversary, ...contact }: Found) {
  return {
    ...contact,
    birthday: dayToSend(birthday),
    anniversary: dayToSend(anniversary),
    recentSale: saleDate && { cost: Number(saleCost), createdAt: saleDate },
  };
}

function own(user: { organizationId: string }, id: string) {
  return and(eq(table.organizationId, user.organizationId), eq(table.id, id));
}

function columns(form: ContactForm) {
  const { firstName, lastName, email, phoneNumber, birthday, anniversary } = form;
  return {
    firstName,
    lastName,
    email,
    phoneNumber,
    birthday: dayToStore(birthday),
    anniversary: dayToStore(anniversary),
    search: searchText(form),
  };
}
