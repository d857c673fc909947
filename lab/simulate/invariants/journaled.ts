import { tables } from "#server/platform/db/tables.ts";
import { type Invariant, isNew, rowsOf, sql } from "./invariant.ts";

export const journaled: Invariant = {
  name: "journal",
  says: "The journal is complete: each record is as its last entries left it.",
  async check(look) {
    const wrong: string[] = [];
    const entries = await rowsOf<{ kind: string; ids: string[] }>(
      look,
      sql`select kind, array_agg(distinct record_id) as ids from journal j where ${isNew(look, "j")} group by 1`,
    );
    const written = new Map(entries.map((one) => [one.kind, one.ids]));
    for (const { name, kind, quiet } of tables) {
      if (!kind || kind === "organization") continue;
      const rows = await rowsOf(
        look,
        sql`with last as (
            select distinct on (organization_id, record_id, key) organization_id, record_id, key, value, at
            from journal, jsonb_each(now) where now is not null and kind = ${kind}
              and (organization_id, record_id) in (select organization_id, id from ${sql.identifier(name)} t
                where ${isNew(look, "t")} or id = any(${sql.param(written.get(kind) ?? [])}::uuid[]))
            order by organization_id, record_id, key, id desc)
          select last.record_id, last.key, last.value as said, to_jsonb(t)->last.key as is, last.at
          from last join ${sql.identifier(name)} t on t.organization_id = last.organization_id and t.id = last.record_id
          where to_jsonb(t) ? last.key and to_jsonb(t)->last.key is distinct from last.value
            and last.key <> all (${`{${[...quiet, "next_id"].join()}}`}::text[]) limit 5`,
      );
      for (const row of rows) wrong.push(`${name}: ${JSON.stringify(row).slice(0, 500)}`);
    }
    return wrong;
  },
};
