import { and, eq, isNotNull, ne, or } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { beginIncident, endIncident } from "#server/platform/db/incidents.ts";
import { countRows } from "#server/platform/db/record.ts";
import { imports, savedImports } from "#server/platform/db/schema-import.ts";

const EMAILED_AFTER_MS = 10 * MINUTE;

export async function reportStopped(db: Db, importId: string, now: Date): Promise<void> {
  const [found] = await db
    .select({ id: savedImports.id, name: savedImports.name })
    .from(imports)
    .innerJoin(savedImports, eq(savedImports.id, imports.savedId))
    .where(eq(imports.id, importId));
  if (!found) return;
  await beginIncident(db, now, {
    ...{ kind: "importStopped", key: found.id, notifyAfterMs: EMAILED_AFTER_MS },
    title: "A saved import stopped",
    text: `The saved import “${found.name}” stopped. Nothing was imported.`,
    href: `/dashboard/settings/data?saved=${found.id}`,
  });
}

export async function endStopped(
  db: Db,
  { id, savedId }: { id?: string; savedId: string | null },
  now: Date,
): Promise<void> {
  if (!savedId) return;
  const isOther = and(eq(imports.savedId, savedId), id ? ne(imports.id, id) : undefined);
  const isStopped = and(eq(imports.state, "checked"), isNotNull(imports.stop));
  if ((await countRows(db, imports, and(isOther, or(isStopped, eq(imports.state, "failed"))))) > 0) return;
  await endIncident(db, now, { kind: "importStopped", key: savedId }, { isGone: true });
}
