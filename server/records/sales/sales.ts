import { and, eq, sql } from "drizzle-orm";
import type { SaleForm } from "#lib/contract/sales.ts";
import { raiseEvent } from "#server/outreach/automations/events.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import { saleToStore, searchedTexts } from "#server/platform/db/built-in.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { isFirstPage, paging } from "#server/platform/db/paging.ts";
import { checkContact, lockBuyer, lockCategory } from "#server/platform/db/parties.ts";
import { byId, deleteRecord, explainRefusal, updateRecord } from "#server/platform/db/record.ts";
import { purchases as table, users } from "#server/platform/db/schema.ts";
import { patternsOf, saleSearch } from "#server/platform/db/search.ts";
import { amountToStore, instantToStore } from "#server/platform/db/values.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { changedValues, newValues } from "#server/records/fields/values.ts";
import { everySale, type Found, firstSales, matchingSales, salesOfContact } from "./sale-page.ts";

export const sales = {
  "sales.list": async ({ user: { organizationId }, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const asked = { organizationId, patterns, ...paging(query) };
    const { newest, oldest } = patterns.length > 0 ? matchingSales : everySale;
    const rows = await read((db) => {
      if (query.sort === "createdAt:asc") return oldest(db).execute(asked);
      return (patterns.length === 0 && isFirstPage(asked) ? firstSales : newest)(db).execute(asked);
    });
    return rows.map(answer);
  },

  "sales.ofContact": async ({ user: { organizationId }, params: { id }, read }) => {
    const rows = await read(async (db) => {
      const contactId = await checkContact(db, organizationId, id);
      return salesOfContact(db).execute({ organizationId, contactId });
    });
    return rows.map(answer);
  },

  "sales.create": async ({ host, user, body, tenant }) => {
    const { organizationId } = user;
    const createdBy = nameOf(user);
    const id = newId();
    const mails = await tenant(async (db) => {
      const values = await columns(db, organizationId, body);
      const own = await newValues(db, { organizationId, of: "sales" }, body.fields);
      const [sold] = await db
        .insert(table)
        .values({ organizationId, id, soldBy: createdBy, soldById: user.id, ...values, ...own, createdBy })
        .returning({ cost: table.cost });
      const of = { recordId: id, contactId: body.contact.id, cost: sold?.cost };
      return raiseEvent(db, { organizationId, kind: "sale", ...of }, host.clock());
    });
    if (mails > 0) host.wake();
    return { id };
  },

  "sales.update": async ({ user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const edited = byId(table, user, id, body.version);
      const [stored] = await db.select().from(table).where(edited);
      if (!stored) throw await explainRefusal(db, table, user, id, current);
      const values = await columns(db, user.organizationId, body, stored);
      if (Number(values.cost) < Number(stored.refunded)) {
        throw new HttpError(400, "cost: The amount can't be lower than what was already refunded");
      }
      const own = await changedValues(db, { organizationId: user.organizationId, of: "sales" }, body.fields);
      await updateRecord(db, table, user, id, { ...values, ...own, version: body.version }, current);
    });
    return { id };
  },

  "sales.delete": async ({ user, params: { id }, tenant }) => {
    await tenant((db) => deleteRecord(db, table, user, id));
  },
} satisfies Partial<Handlers>;

export function answer<F extends Found>({
  contactName,
  productCategoryId,
  productCategoryName,
  soldBy,
  soldById,
  fields,
  ...sale
}: F) {
  return {
    ...sale,
    ...(Object.keys(fields).length > 0 && { fields }),
    soldBy: soldBy ? { id: soldById, name: soldBy } : null,
    contact: { id: sale.contactId, name: contactName },
    productCategory: { id: productCategoryId, name: productCategoryName },
    item: productCategoryName,
  };
}

function current({ createdAt, ...row }: typeof table.$inferSelect) {
  return answer({ ...row, createdAt: createdAt.toISOString() });
}

async function columns(
  db: Db,
  organizationId: string,
  { cost, createdAt, contact, productCategory, soldBy, ...form }: SaleForm,
  stored?: typeof table.$inferSelect,
) {
  const values = saleToStore(form, stored);
  const to = await lockBuyer(db, organizationId, contact, stored);
  const of = await lockCategory(db, organizationId, productCategory, stored);
  return {
    cost: amountToStore(cost),
    createdAt: instantToStore(createdAt),
    ...values,
    contactId: to.id,
    contactName: to.name,
    productCategoryId: of.id,
    productCategoryName: of.name,
    search: saleSearch(to.line, of.name, ...searchedTexts(values)),
    ...(soldBy !== undefined && (await seller(db, organizationId, soldBy, stored))),
  };
}

async function seller(
  db: Db,
  organizationId: string,
  chosen: SaleForm["soldBy"],
  stored?: typeof table.$inferSelect,
) {
  if (!chosen) return stored?.soldBy === null ? {} : { soldById: null, soldBy: "" };
  if (stored?.soldBy && (chosen.id === stored.soldById || chosen.name === stored.soldBy)) return {};
  const [found] = isId(chosen.id)
    ? await db
        .select({ soldBy: sql<string>`${users.firstName} || ' ' || ${users.lastName}` })
        .from(users)
        .where(and(eq(users.organizationId, organizationId), eq(users.id, chosen.id)))
    : [];
  if (!found) throw notFound();
  return { soldById: chosen.id, soldBy: found.soldBy };
}
