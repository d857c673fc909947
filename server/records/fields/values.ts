import { and, eq, inArray, sql } from "drizzle-orm";
import type { OwnSubject, OwnValue, OwnValues } from "#lib/contract/field-terms.ts";
import { checkedValue, type SentValues } from "#lib/contract/own-values.ts";
import type { Db } from "#server/platform/db/client.ts";
import { ownFields } from "#server/platform/db/schema-fields.ts";
import { HttpError } from "#server/platform/errors.ts";

const MAX_BYTES = 32_000;

type Definition = typeof ownFields.$inferSelect;

type Whose = { organizationId: string; of: OwnSubject };

/** If any values are sent, required ones must be among them. */
export async function newValues(db: Db, { organizationId, of }: Whose, sent: SentValues | undefined) {
  if (!sent) return {};
  const required = await db
    .select({ id: ownFields.id, label: ownFields.label })
    .from(ownFields)
    .where(
      and(
        eq(ownFields.organizationId, organizationId),
        eq(ownFields.of, of),
        eq(ownFields.isRequired, true),
        eq(ownFields.isArchived, false),
      ),
    );
  const missing = required.find(({ id }) => !(id in sent));
  if (missing) throw new HttpError(422, `${missing.label}: Required`);
  const { set } = await checked(db, { organizationId, of }, sent);
  return { fields: set };
}

/** Absent fields stay unchanged. */
export async function changedValues(db: Db, whose: Whose, sent: SentValues | undefined) {
  if (!sent || Object.keys(sent).length === 0) return {};
  const { set, taken } = await checked(db, whose, sent);
  return { fields: sql`(fields || ${JSON.stringify(set)}::jsonb) - ${sql.param(taken)}::text[]` };
}

async function checked(db: Db, { organizationId, of }: Whose, sent: SentValues) {
  if (Buffer.byteLength(JSON.stringify(sent)) > MAX_BYTES)
    throw new HttpError(
      422,
      `The fields of a ${of === "sales" ? "sale" : "contact"} can hold at most 32 kB. Shorten a text.`,
    );
  const known = await definitions(db, organizationId, Object.keys(sent));
  const set: OwnValues = {};
  const taken: string[] = [];
  for (const [id, value] of Object.entries(sent)) {
    const field = known.get(id);
    if (field?.of !== of) throw new HttpError(404, "One of these fields was deleted. Reload the page.");
    const found = checkedValue(field, value);
    if ("wrong" in found) throw new HttpError(422, `${field.label}: ${found.wrong}`);
    if (found.value === null) taken.push(id);
    else set[id] = found.value as OwnValue;
  }
  return { set, taken };
}

export async function lockFields(db: Db, organizationId: string, ids: string[]): Promise<Set<string>> {
  return ids.length > 0 ? new Set((await definitions(db, organizationId, ids)).keys()) : new Set();
}

async function definitions(db: Db, organizationId: string, ids: string[]): Promise<Map<string, Definition>> {
  const rows = await db
    .select()
    .from(ownFields)
    .where(and(eq(ownFields.organizationId, organizationId), inArray(sql`${ownFields.id}::text`, ids)))
    .for("share");
  return new Map(rows.map((row) => [row.id, row]));
}
