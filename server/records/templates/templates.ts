import { asc, desc, eq } from "drizzle-orm";
import { placeholderNames, placeholderValues } from "#lib/contract/placeholders.ts";
import { MAX_TEXT, type TemplateForm } from "#lib/contract/templates.ts";
import { nearestName, substitute, token, unknownNames } from "#lib/contract/tokens.ts";
import { valuesForContact } from "#server/connections/mail/content.ts";
import { queueMail } from "#server/connections/mail/queue.ts";
import { transportOf } from "#server/connections/mail/transport.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import {
  byId,
  checkQuota,
  getRecord,
  lockRecord,
  MAX_LISTED,
  updateRecord,
} from "#server/platform/db/record.ts";
import { templates as table, users } from "#server/platform/db/schema.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import { getStore } from "#server/platform/db/store.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { fieldsOf } from "#server/records/fields/fields.ts";

export const templates = {
  "templates.list": async ({ read }) =>
    read((db) =>
      db.select(listed).from(table).orderBy(desc(table.createdAt), desc(table.id)).limit(MAX_LISTED),
    ),

  "templates.placeholders": async ({ read }) => read((db) => offered(db)),

  "templates.get": async ({ params: { id }, read }) => {
    const [found] = await read((db) => db.select(answered).from(table).where(byId(table, id)));
    if (!found) throw notFound();
    return found;
  },

  "templates.filled": async ({ params: { id }, query: { contactId }, read }) =>
    read(async (db) => {
      const { content } = await getRecord(db, table, id);
      const values = isId(contactId) ? await valuesForContact(db, contactId) : null;
      if (!values) throw notFound();
      return { content: substitute(content, values).slice(0, MAX_TEXT) };
    }),

  "templates.create": async ({ body, tenant }) => {
    const id = newId();
    await tenant(async (db) => {
      await checkQuota(db, table, "templates");
      await db.insert(table).values({ id, ...(await columns(db, body)) });
    });
    // SPEC.md section 7 requires `data.id` for this endpoint only.
    return { data: { id } };
  },

  "templates.update": async ({ params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const { kind } = await lockRecord(db, table, id);
      if ((body.kind ?? kind) !== kind) throw new HttpError(400, "Write a new template for another kind.");
      const checked = await columns(db, { ...body, kind });
      await updateRecord(db, table, id, { ...checked, version: body.version });
    });
    return { id };
  },

  "templates.delete": async ({ params: { id }, tenant }) => {
    await tenant(async (db) => {
      // No automation may start using it.
      await lockRecord(db, table, id);
      const users = await usersOf(db, id);
      if (users.length > 0) throw new HttpError(409, inUse(users));
      await db.delete(table).where(byId(table, id));
    });
  },

  "templates.test": async ({ host, user: { organizationId, id }, body, tenant }) => {
    // A person waits on screen, so the test email must not wait for an account.
    if (!(await transportOf(host, organizationId))) {
      throw new HttpError(409, "Connect an email account in Settings first");
    }
    const to = await tenant(async (db) => {
      const user = await readUser(db, id);
      const values = await valuesOf(db, body.contactId, user);
      const name = `${user.firstName} ${user.lastName}`.trim();
      await queueMail(db, {
        kind: "test",
        to: { address: user.email, name },
        subject: body.subject,
        text: body.content,
        values,
        dueAt: host.clock(),
      });
      return user.email;
    });
    host.wake();
    return { to };
  },
} satisfies Partial<Handlers>;

/** A list with content would be too large. */
const listed = {
  ...pick(table, "id", "kind", "name", "subject", "version", "createdAt", "updatedAt"),
};
const answered = { ...listed, content: table.content };

/** Automations, including paused ones, and planned campaigns. */
async function usersOf(db: Db, templateId: string) {
  const named = (table: typeof automations | typeof campaigns) =>
    db
      .select({ name: table.name })
      .from(table as typeof automations)
      .where(eq(table.templateId, templateId))
      .orderBy(asc(table.name), asc(table.id));
  const rules = await named(automations);
  const sends = await named(campaigns);
  return [
    ...rules.map(({ name }) => ({ what: "automation", name })),
    ...sends.map(({ name }) => ({ what: "campaign", name })),
  ];
}

const NAMED = 3;
const conjunction = new Intl.ListFormat("en-US");

function inUse(users: { what: string; name: string }[]): string {
  const [first] = users;
  if (users.length === 1) {
    return `The ${first?.what} “${first?.name}” sends this template. Give it another one first.`;
  }
  const shown = users.slice(0, NAMED).map(({ name }) => `“${name}”`);
  const rest = users.length > NAMED ? [`${users.length - NAMED} more`] : [];
  const kinds = [...new Set(users.map(({ what }) => `${what}s`))].join(" and ");
  return `The ${kinds} ${conjunction.format([...shown, ...rest])} send this template. Give them another one first.`;
}

async function offered(db: Db): Promise<string[]> {
  const own = await fieldsOf(db, "contacts");
  const names = own.flatMap(({ placeholder, isArchived }) =>
    isArchived || !placeholder ? [] : [placeholder],
  );
  return [...placeholderNames, ...names];
}

/** Throws a 400 for an unknown placeholder, which would leave a gap in the email. */
async function columns(db: Db, { kind = "EMAIL", name, subject, content }: TemplateForm) {
  const names = await offered(db);
  const [unknown] = unknownNames(`${subject}\n${content}`, names);
  if (unknown !== undefined) {
    const meant = nearestName(unknown, names);
    const hint = meant ? ` Did you mean ${token(meant)}?` : "";
    throw new HttpError(400, `${token(unknown)} is not a known placeholder.${hint}`);
  }
  return { kind, name, subject: kind === "TEXT" ? "" : subject, content };
}

type Reader = { firstName: string; lastName: string; email: string; storeName: string };

async function readUser(db: Db, id: string): Promise<Reader> {
  const { firstName, lastName, email } = await getRecord(db, users, id);
  return { firstName, lastName, email, storeName: (await getStore(db)).name };
}

async function valuesOf(db: Db, contactId: string | null, reader: Reader) {
  if (contactId) {
    const values = isId(contactId) ? await valuesForContact(db, contactId) : null;
    if (!values) throw notFound();
    return values;
  }
  const { storeName, ...contact } = reader;
  return placeholderValues({ contact, lastPurchase: null, storeName });
}
