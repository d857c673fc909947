import { sql } from "drizzle-orm";
import { after, found, newest, own, type Source } from "./source.ts";

const [at, id] = [sql`created_at`, sql`id`];

export const notes: Source = {
  kind: "note",
  of: "note",
  branch: (place) => sql`select 'note' as kind, id, created_at as at, jsonb_build_object('content', content,
      'createdBy', created_by, 'version', version) as detail
    from notes where ${own(place)} ${after(place, at, id)} ${found(place, sql`search`)} ${newest(place, at, id)}`,
  count: (place) => sql`select count(*) from notes where ${own(place)}`,
};
