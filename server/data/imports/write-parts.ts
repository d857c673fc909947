import type { OwnValues } from "#lib/contract/field-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { notes } from "#server/platform/db/schema.ts";
import { searchLine } from "#server/platform/db/search.ts";
import { lockFields } from "#server/records/fields/fields.ts";
import type { Context, Judged } from "./judged.ts";

export type Written = { added: number; updated: number; notes: number };
export type Work = Context & { createdBy: string | null; file: string; now: Date };

/** Drops values of fields deleted since the check, and locks the others. */
export async function stillThere(db: Db, rows: Judged[]) {
  const ids = new Set(rows.flatMap(({ values }) => Object.keys(values.own)));
  const there = await lockFields(db, [...ids]);
  return (own: OwnValues) => Object.fromEntries(Object.entries(own).filter(([id]) => there.has(id)));
}

export async function writeNotes(
  db: Db,
  { organizationId, createdBy, now }: Work,
  list: { contactId: string; content: string; at: string | null }[],
): Promise<void> {
  if (list.length === 0) return;
  await db.insert(notes).values(
    list.map(({ contactId, content, at }) => {
      const moment = at ? new Date(at) : now;
      const times = { createdAt: moment, updatedAt: moment };
      return {
        organizationId,
        id: newId(),
        contactId,
        content,
        search: searchLine(content),
        createdBy,
        ...times,
      };
    }),
  );
}
