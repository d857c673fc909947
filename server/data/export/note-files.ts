import type pg from "pg";
import type { ZipEntry } from "#lib/zip.ts";
import { type Exported, id, leftJoin, whole } from "./lists.ts";

const path = "'files/' || t.id || '-' || t.name";

export const noteFiles: Exported = {
  file: "note-files",
  what: "List of the photos and other files of notes and repairs. The files are in files/",
  table: "note_files",
  joins: `join files f on f.organization_id = t.organization_id and f.id = t.id
    ${leftJoin("contacts c", "f.contact_id")}`,
  fields: [
    ["Name", "t.name"],
    ["File", path],
    ["Contact", whole("c")],
    ["Type", "f.type"],
    ["Bytes", "f.bytes"],
    ["Added", "f.created_at", "moment"],
    id,
    ["Note ID", "t.note_id"],
    ["Repair ID", "t.repair_id"],
  ],
};

export const FILE_TABLES = ["files", "file_parts"];

export async function* filesIn(client: pg.ClientBase): AsyncGenerator<ZipEntry> {
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await client.query<{ id: string; path: string }>(
      `select t.id, ${path} as path from note_files t
        where t.organization_id = (select current_organization()) and t.id > $1 order by t.id limit 100`,
      [last],
    );
    for (const one of rows) yield { name: one.path, content: chunksOfFile(client, one.id) };
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
  }
}

async function* chunksOfFile(client: pg.ClientBase, file: string) {
  for (let part = 0; ; part++) {
    const { rows } = await client.query<{ data: Buffer<ArrayBuffer> }>(
      `select data from file_parts
        where organization_id = (select current_organization()) and file_id = $1 and part = $2`,
      [file, part],
    );
    if (!rows[0]) return;
    yield rows[0].data;
  }
}
