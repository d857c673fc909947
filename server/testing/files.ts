import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { FILE_PART_BYTES } from "#lib/contract/file-terms.ts";
import type { SystemDb } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { fileParts, files } from "#server/platform/db/schema-records.ts";
import type { Ask, Person, Shop, testHost } from "./host.ts";
import { png } from "./pictures.ts";

export const partOf = (bytes: Buffer, part: number) => ({
  part,
  data: bytes.subarray(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES).toString("base64"),
});

export function filesOf(host: ReturnType<typeof testHost>) {
  const run = async ({ id }: Shop, query: SQL) =>
    (await host.database()).tenant(id, (db) => db.execute(query));
  return {
    begin: async (person: Person, bytes: number) =>
      ((await host.call("files.create", person, { body: { bytes } })).body as { id: string }).id,
    send: (person: Person, id: string, bytes: Buffer, part: number) =>
      host.call("files.upload", person, { params: { id }, body: partOf(bytes, part) }),
    async upload(person: Person, bytes: Buffer): Promise<string> {
      const id = await this.begin(person, bytes.length);
      for (let part = 0; part * FILE_PART_BYTES < bytes.length; part++)
        expect(await this.send(person, id, bytes, part)).toMatchObject({ status: 200 });
      return id;
    },
    async note(person: Person, contactId: string, files: [name: string, bytes: Buffer][]) {
      const named = [];
      for (const [name, bytes] of files) named.push({ id: await this.upload(person, bytes), name });
      const body = { content: "Look", contactId, files: named };
      const answer = await host.call("notes.create", person, { body });
      expect(answer).toMatchObject({ status: 200 });
      return { id: (answer.body as { id: string }).id, files: named.map(({ id }) => id) };
    },
    notesOf: async (person: Person, id: string) =>
      (await host.call("notes.ofContact", person, { params: { id } })).body as Answer<"notes.ofContact">,
    run,
    async keptOf(shop: Shop) {
      const { rows } = await run(
        shop,
        sql`select distinct file_id as id from file_parts where organization_id = ${shop.id}`,
      );
      return rows.map(({ id }) => id as string);
    },
    read: (person: Person, id: string, query: object = {}) =>
      host.call("files.read", person, { params: { id }, query }),
  };
}

export async function askPhoto(ask: Ask): Promise<{ id: string; name: string }> {
  const bytes = png();
  const id = (await ask("files.create", { body: { bytes: bytes.length } }))?.id ?? "";
  await ask("files.upload", { params: { id }, body: partOf(bytes, 0) });
  return { id, name: "ring.png" };
}

export async function askFiles(ask: Ask, contact: { id: string }): Promise<void> {
  const photo = await askPhoto(ask);
  const its = { params: { id: photo.id } };
  await ask("notes.create", {
    body: { content: "Her ring", contactId: contact.id, files: [photo] },
  });
  await ask("files.read", its);
  await ask("files.delete", its);
}

export async function insertPhoto(db: SystemDb, organizationId: string): Promise<void> {
  const keys = { organizationId, id: newId() };
  const keepUntil = new Date(Date.now() + 86_400_000);
  await db.insert(files).values({ ...keys, userId: newId(), bytes: 450_000, isReady: true, keepUntil });
  const part = { organizationId, fileId: keys.id };
  await db.insert(fileParts).values([
    { ...part, part: 0, data: randomBytes(300_000) },
    { ...part, part: 1, data: randomBytes(150_000) },
  ]);
}
