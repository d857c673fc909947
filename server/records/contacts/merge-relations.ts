import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { nextVersion } from "#server/platform/db/record.ts";
import { relations } from "#server/platform/db/schema-relations.ts";

type Merging = { organizationId: string; kept: string; gone: string[] };

/** Removes relations between the merged contacts, and duplicate ones to a third contact. */
export async function moveRelations(db: Db, { organizationId, kept, gone }: Merging): Promise<void> {
  const own = eq(relations.organizationId, organizationId);
  const all = [kept, ...gone];
  await db
    .delete(relations)
    .where(and(own, inArray(relations.contactId, all), inArray(relations.otherId, all)));
  await db
    .update(relations)
    .set({ contactId: kept, ...nextVersion(relations) })
    .where(and(own, inArray(relations.contactId, gone)));
  await db
    .update(relations)
    .set({ otherId: kept, ...nextVersion(relations) })
    .where(and(own, inArray(relations.otherId, gone)));
  await db.execute(sql`
    delete from relations where organization_id = ${organizationId}::uuid and id in (
      select id from (
        select id, row_number() over (
          partition by case contact_id when ${kept}::uuid then other_id else contact_id end,
            lower(case contact_id when ${kept}::uuid then name else other_name end),
            lower(case contact_id when ${kept}::uuid then other_name else name end) order by id) as nth
        from relations where organization_id = ${organizationId}::uuid
          and (contact_id = ${kept}::uuid or other_id = ${kept}::uuid)) as alike
      where nth > 1)`);
}
