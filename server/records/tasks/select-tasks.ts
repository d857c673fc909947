import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { TaskKind } from "#lib/contract/task-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { contacts, notes, users } from "#server/platform/db/schema.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import { tasks as table } from "#server/platform/db/schema-tasks.ts";

/** The table also stores which daily items are done. */
export const isTask = sql`${table.kind} in ('TASK', 'CALL')`;

type Page = { limit?: number; offset?: number; state?: "open" | "done" };

export async function selectTasks(
  db: Db,
  organizationId: string,
  where: SQL | undefined,
  { limit = 1, offset = 0, state = "open" }: Page,
) {
  const order =
    state === "open"
      ? [asc(table.dueDay), asc(sql`coalesce(${table.dueTime}, '24')`), asc(table.id)]
      : [desc(table.doneAt), desc(table.id)];
  const found = await db
    .select({
      task: table,
      person: { firstName: users.firstName, lastName: users.lastName },
      contact: contactName,
      phoneNumber: contacts.phoneNumber,
    })
    .from(table)
    .leftJoin(users, and(eq(users.organizationId, organizationId), eq(users.id, table.userId)))
    .leftJoin(contacts, and(eq(contacts.organizationId, organizationId), eq(contacts.id, table.contactId)))
    .where(and(eq(table.organizationId, organizationId), where))
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const sources = await sourcesOf(
    db,
    organizationId,
    found.map(({ task }) => task),
  );
  return found.map(({ task, person, contact, phoneNumber }) => {
    const { id, name, detail, userId, contactId, dueDay, dueTime, repeat, doneBy, createdBy, version } = task;
    return {
      ...{ id, what: name, detail, dueDay, dueTime, repeat, doneBy, createdBy, version },
      kind: task.kind as TaskKind,
      person: userId ? { id: userId, name: `${person?.firstName} ${person?.lastName}`.trim() } : null,
      contact: contactId ? { id: contactId, name: contact ?? "" } : null,
      phoneNumber: phoneNumber || null,
      source: (task.sourceId && sources.get(task.sourceId)) || null,
      doneAt: task.doneAt?.toISOString() ?? null,
      createdAt: task.createdAt.toISOString(),
      updatedAt: task.updatedAt.toISOString(),
    };
  });
}

type Source = { kind: "note" | "automation"; id: string; name: string; at: string | null };

async function sourcesOf(db: Db, organizationId: string, found: (typeof table.$inferSelect)[]) {
  const ids = (kind: string) =>
    found.flatMap(({ source, sourceId }) => (source === kind && sourceId ? [sourceId] : []));
  const sources = new Map<string, Source>();
  if (ids("note").length > 0) {
    const written = await db
      .select({ id: notes.id, at: notes.createdAt })
      .from(notes)
      .where(and(eq(notes.organizationId, organizationId), inArray(notes.id, ids("note"))));
    for (const { id, at } of written) sources.set(id, { kind: "note", id, name: "", at: at.toISOString() });
  }
  if (ids("automation").length > 0) {
    const rules = await db
      .select({ id: automations.id, name: automations.name })
      .from(automations)
      .where(and(eq(automations.organizationId, organizationId), inArray(automations.id, ids("automation"))));
    for (const { id, name } of rules) sources.set(id, { kind: "automation", id, name, at: null });
  }
  return sources;
}
