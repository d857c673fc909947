import { inArray } from "drizzle-orm";
import type { Answer, Name } from "#lib/contract/contract.ts";
import { PART_BYTES } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { createFileReader, createImporter } from "#server/data/imports/work.ts";
import type { Db } from "#server/platform/db/client.ts";
import { countRows } from "#server/platform/db/record.ts";
import { importParts, importRows, imports, savedImports } from "#server/platform/db/schema-import.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Ask, Person, testHost } from "./host.ts";

type Import = { id: string };

export async function insertImport(db: Db, organizationId: string, id: string): Promise<void> {
  const file = { organizationId, importId: id };
  await db.insert(imports).values({ organizationId, id, name: "people.csv", bytes: 3 });
  await db.insert(importParts).values({ ...file, part: 0, data: Buffer.from("a,b") });
  const reading: Reading = {
    ...{ kind: "contacts", encoding: null, columns: ["email"], dates: "dayFirst", numbers: "point" },
    ...{ countryCode: null, known: "fill", rules: [] },
  };
  const uses: (typeof savedImports.$inferInsert)["uses"] = [{ header: "Mail", field: "email" }];
  await db.insert(savedImports).values({ organizationId, id, name: "People", uses, reading });
  await db.insert(importRows).values({ ...file, number: 2, cells: ["a", "b"] });
}

export async function askImports(host: Host, ask: Ask): Promise<void> {
  const created = async (name: string, bytes: number) => {
    const { id } = (await ask("imports.create", { body: { name, bytes } })) as unknown as Import;
    return { params: { id } };
  };
  const file = Buffer.from("First name,Email,Phone\nCy,cy@example.com,555 014 2001\nDi,,\n");
  const imported = await created("people.csv", file.length);
  await ask("imports.upload", { ...imported, body: { part: 0, data: file.toString("base64") } });
  const worked = async () => {
    for (let turn = 0; turn < 5; turn++) await turnOf(host)();
  };
  await worked();
  const { reading } = await ask("imports.get", imported);
  await ask("imports.mend", { ...imported, body: { cells: [{ row: 2, field: "phoneNumber", text: "" }] } });
  expect(await ask("imports.rows", imported)).toHaveLength(2);
  await ask("imports.read", { ...imported, body: { reading: { ...reading, countryCode: "+1" } } });
  await worked();
  await ask("imports.start", imported);
  await worked();
  await ask("imports.stop", imported);
  await askSaved(host, ask, imported.params.id);
  await ask("imports.kept", imported);
  await ask("imports.revert", imported);
  await worked();
  await ask("imports.delete", await created("a.csv", 3));
}

async function askSaved(host: Host, ask: Ask, importId: string): Promise<void> {
  const { id } = (await ask("savedImports.create", {
    body: { importId, name: "People" },
  })) as unknown as Import;
  const saved = { params: { id } };
  const file = Buffer.from("Given name,Email,Phone\nAl,al@example.com,\n");
  const sent = { name: "people.csv", bytes: file.length, savedId: id };
  const run = (await ask("imports.create", { body: sent })) as unknown as Import;
  await ask("imports.upload", { params: run, body: { part: 0, data: file.toString("base64") } });
  const worked = async () => {
    for (let turn = 0; turn < 5; turn++) await turnOf(host)();
  };
  await worked();
  expect(await ask("imports.get", { params: run })).toMatchObject({
    stop: { why: "column", what: "First name" },
  });
  await ask("imports.run", { params: run, body: { savedId: id } });
  await worked();
  await ask("imports.useColumn", { params: run });
  await worked();
  await ask("savedImports.list", {});
  await ask("savedImports.get", saved);
  const made = await ask("importKeys.create", { ...saved, body: { name: "Till" } });
  await ask("importKeys.delete", { params: { id: made.id } });
  await ask("savedImports.setColumns", {
    ...saved,
    body: { uses: [{ header: "Email", field: "email" }] },
  });
  await ask("savedImports.setSenders", { ...saved, body: { senders: ["till@example.com"] } });
  await ask("savedImports.delete", saved);
}

export function turnOf(host: Host): () => Promise<void> {
  const [reader, importer] = [createFileReader(host), createImporter(host)];
  return async () => {
    await reader.run();
    await importer();
  };
}

export function importsOf(host: ReturnType<typeof testHost>) {
  async function ask<N extends Name>(name: N, user: Person, input: object = {}): Promise<Answer<N>> {
    const answer = await host.call(name, user, input);
    expect([name, answer.status, answer.body]).toEqual([name, 200, expect.anything()]);
    return answer.body as Answer<N>;
  }

  async function work(): Promise<void> {
    const turn = turnOf(await host.host());
    const database = await host.database();
    const working = inArray(imports.state, ["reading", "checking", "running", "reverting"]);
    while ((await database.system((db) => countRows(db, imports, working))) > 0) await turn();
  }

  async function send(
    user: Person,
    content: string | Uint8Array,
    name = "file.csv",
    more: { kind?: string; savedId?: string } = {},
  ) {
    const bytes = Buffer.from(content);
    const created = await ask("imports.create", user, { body: { name, bytes: bytes.length, ...more } });
    const params = { id: created?.id ?? "" };
    for (let part = 0; part * PART_BYTES < bytes.length; part++) {
      const data = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString("base64");
      await ask("imports.upload", user, { params, body: { part, data } });
    }
    return params;
  }

  const get = (user: Person, params: Import) => ask("imports.get", user, { params });

  return {
    ask,
    work,
    send,
    get,
    rows: (user: Person, params: Import, show = "all") =>
      ask("imports.rows", user, { params, query: { show } }),

    async upload(user: Person, content: string | Uint8Array, name?: string): Promise<Import> {
      const params = await send(user, content, name);
      await work();
      return params;
    },

    async reread(user: Person, params: Import, changes: Partial<Reading>) {
      const { reading } = await get(user, params);
      await ask("imports.read", user, { params, body: { reading: { ...reading, ...changes } } });
      await work();
      return get(user, params);
    },

    async start(user: Person, params: Import) {
      await ask("imports.start", user, { params });
      await work();
      return get(user, params);
    },
  };
}
