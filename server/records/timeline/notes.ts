import { sql } from "drizzle-orm";
import { filesOf } from "#server/records/files/store.ts";
import { afterPage, iso, matches, newest, own, type Place, type Source } from "./source.ts";

const [at, id] = [sql`created_at`, sql`id`];

const columns = sql`'note' as kind, id, created_at as at, jsonb_build_object('content', content, 'createdBy', created_by,
  'pinnedAt', ${iso(sql`pinned_at`)}, 'pinnedBy', pinned_by, 'mentions', mentions, 'files', ${filesOf(sql`notes.organization_id`, sql`notes.id`)}, 'version', version) as detail`;

export const notes: Source = {
  kind: "note",
  of: "note",
  // Pinned notes are listed separately, but the search includes them.
  branch: (place) => sql`select ${columns} from notes where ${own(place)} ${afterPage(place, at, id)}
    ${place.patterns.length > 0 ? sql`` : sql`and pinned_at is null`} ${matches(place, sql`search`)} ${newest(place, at, id)}`,
  count: (place) => sql`select count(*) from notes where ${own(place)}`,
};

export const pinned = (place: Place) =>
  sql`select ${columns} from notes where ${own(place)} and pinned_at is not null`;
