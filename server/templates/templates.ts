import { and, asc, desc, eq } from "drizzle-orm";
import { placeholderNames } from "#lib/contract/placeholders.ts";
import type { TemplateForm } from "#lib/contract/templates.ts";
import { nearestName, token, unknownNames } from "#lib/contract/tokens.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { checkRoom, LISTED, own, updateOwn } from "#server/db/own.ts";
import { templates as table } from "#server/db/schema.ts";
import { automations } from "#server/db/schema-mail.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";

export const templates = {
  "templates.list": async ({ user: { organizationId }, read }) =>
    read((db) =>
      db
        .select(listed)
        .from(table)
        .where(eq(table.organizationId, organizationId))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(LISTED),
    ),

  "templates.placeholders": () => [...placeholderNames],

  "templates.get": async ({ user, params: { id }, read }) => {
    const [found] = await read((db) =>
      db
        .select(answered)
        .from(table)
        .where(own(table, user, id)),
    );
    if (!found) throw notFound();
    return found;
  },

  "templates.create": async ({ user, body, tenant }) => {
    const { organizationId } = user;
    const id = newId();
    await tenant(async (db) => {
      await checkRoom(db, table, user, "templates");
      await db.insert(table).values({ organizationId, id, ...columns(body) });
    });
    // SPEC.md section 7 shows `data.id` for this row alone.
    return { data: { id } };
  },

  "templates.update": async ({ user, params: { id }, body, tenant }) => {
    await tenant((db) => updateOwn(db, table, user, id, { ...columns(body), version: body.version }));
    return { id };
  },

  "templates.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      // Locked, so that no automation takes it while we look.
      const going = await db
        .select({ id: table.id })
        .from(table)
        .where(own(table, user, id))
        .for("update");
      if (going.length === 0) throw notFound();
      const users = await namesOfUsers(db, user.organizationId, id);
      if (users.length > 0) throw new HttpError(409, inUse(users));
      await db.delete(table).where(own(table, user, id));
    });
  },
} satisfies Partial<Handlers>;

/** Without the content: a hundred long ones would be a list that nobody can load. */
const listed = {
  id: table.id,
  name: table.name,
  subject: table.subject,
  version: table.version,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
};
const answered = { ...listed, content: table.content };

/** The automations that send the template, paused ones too, by name. */
async function namesOfUsers(db: Db, organizationId: string, templateId: string): Promise<string[]> {
  const found = await db
    .select({ name: automations.name })
    .from(automations)
    .where(and(eq(automations.organizationId, organizationId), eq(automations.templateId, templateId)))
    .orderBy(asc(automations.name), asc(automations.id));
  return found.map(({ name }) => name);
}

const NAMED = 3;
const conjunction = new Intl.ListFormat("en-US");

function inUse(names: string[]): string {
  if (names.length === 1) {
    return `The automation “${names[0]}” sends this template. Give it another one first.`;
  }
  const shown = names.slice(0, NAMED).map((name) => `“${name}”`);
  const rest = names.length > NAMED ? [`${names.length - NAMED} more`] : [];
  return `The automations ${conjunction.format([...shown, ...rest])} send this template. Give them another one first.`;
}

/** Throws a 400 for a placeholder that nobody knows: a mail would have a hole there. */
function columns({ name, subject, content }: TemplateForm) {
  const [unknown] = unknownNames(`${subject}\n${content}`, placeholderNames);
  if (unknown !== undefined) {
    const meant = nearestName(unknown, placeholderNames);
    const hint = meant ? ` Did you mean ${token(meant)}?` : "";
    throw new HttpError(400, `${token(unknown)} is not a known placeholder.${hint}`);
  }
  return { name, subject, content };
}
