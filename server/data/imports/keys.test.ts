import { eq } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { schema, tables } from "#server/platform/db/tables.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf, turnOf } from "#server/testing/imports.ts";

const logged: string[] = [];
const host = testHost({ log: (...line) => logged.push(JSON.stringify(line)) });
const { ask, work, start, upload } = importsOf(host);
const HEAD = "Inv #,Sold on,Item,Total";
const CSV = `${HEAD}\nN-2,2026-11-21,Rings,50.00\n`;

async function saved(owner: Person) {
  const params = await upload(owner, `${HEAD}\nN-1,2026-11-20,Rings,100.00\n`);
  await start(owner, params);
  const { id = "" } =
    (await ask("savedImports.create", owner, {
      body: { importId: params.id, name: "Till" },
    })) ?? {};
  return id;
}

async function keyed(owner: Person) {
  const id = await saved(owner);
  const made = await ask("importKeys.create", owner, { params: { id }, body: { name: "Counter" } });
  return { id, key: made.key, keyId: made.id };
}

type Sent = { headers?: Record<string, string>; query?: string; address?: string };
type Keyed = { id: string; key: string };

function post({ id, key }: Keyed, body: BodyInit, { headers, query = "", address }: Sent = {}) {
  return host.send("POST", `/savedImports/${id}/files${query}`, {
    ...(address && { address }),
    headers: { authorization: `Bearer ${key}`, "content-type": "text/csv", ...headers },
    body,
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
}

function ended({ id, key }: Keyed, run: string) {
  const headers = { authorization: `Bearer ${key}` };
  return host.send("GET", `/savedImports/${id}/files?run=${run}`, { headers });
}

const runOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

async function runs(owner: Person, id: string) {
  const { runs } = await ask("savedImports.get", owner, { params: { id } });
  return runs.map(({ state, added, createdBy, stop }) => [state, added, createdBy, stop?.why]);
}

test("imports a program's file once, or stops and asks", async () => {
  const { owner } = await host.shop();
  const key = await keyed(owner);
  expect(await ask("savedImports.list", owner)).toMatchObject([{ comes: "program" }]);
  const good = await post(key, CSV, { query: "?name=night.csv" });
  expect(good.status).toBe(200);
  await work();
  expect((await ended(key, runOf(good))).body).toMatchObject({ name: "night.csv", state: "done", added: 1 });
  await post(key, CSV);
  await work();
  const doubtful = await post(key, "Other\n1\n");
  await work();
  const { body } = await ended(key, runOf(doubtful));
  expect(body).toMatchObject({ state: "checked", added: 0, stop: { why: "column" } });
  expect(Object.keys(body as object)).not.toContain("createdBy");
  expect(await runs(owner, key.id)).toEqual([
    ["checked", 0, "Counter (key)", "column"],
    ["done", 0, "Counter (key)", "same"],
    ["done", 1, "Counter (key)", undefined],
    ["done", 1, expect.any(String), undefined],
  ]);
  const { incidents } = await ask("users.me", owner);
  expect(incidents?.map(({ kind }) => kind)).toEqual(["importStopped"]);
});

test("repeated requests start one run; another file needs another key", async () => {
  const { owner } = await host.shop();
  const [one, other] = [await keyed(owner), await keyed(owner)];
  const headers = { "idempotency-key": "night-2026-11-21" };
  const both = await Promise.all([1, 2].map(() => post(one, CSV, { headers })));
  expect(both.map(runOf)).toEqual([runOf(both[0] ?? { body: {} }), runOf(await post(one, CSV, { headers }))]);
  expect(await post(one, `${CSV}N-3,2026-11-21,Rings,5.00\n`, { headers })).toMatchObject({
    status: 422,
    body: { message: "idempotency-key: was used for another request" },
  });
  expect(runOf(await post(other, CSV, { headers }))).not.toBe(runOf(both[0] ?? { body: {} }));
  await work();
  expect(await runs(owner, one.id)).toHaveLength(2);
});

test("a run continues after a kill before its start", async () => {
  const { owner } = await host.shop();
  const key = await keyed(owner);
  const sent = await post(key, CSV, { headers: { "idempotency-key": "before-the-kill" } });
  // A new process has only the database.
  const turn = turnOf(await host.host());
  for (let step = 0; step < 6; step++) await turn();
  const again = await post(key, CSV, { headers: { "idempotency-key": "before-the-kill" } });
  expect(again.body).toEqual(sent.body);
  await work();
  expect((await ended(key, runOf(sent))).body).toMatchObject({ state: "done", added: 1 });
  expect(await runs(owner, key.id)).toHaveLength(2);
});

test("refuses wrong keys, other saved imports and other endpoints", async () => {
  const [{ owner, admin, user }, there] = [await host.shop(), await host.shop()];
  const [key, theirs] = [await keyed(owner), await keyed(there.owner)];
  const other = await saved(owner);
  expect(
    statuses(await Promise.all([theirs.id, other, newId()].map((id) => post({ ...key, id }, CSV)))),
  ).toEqual([403, 403, 403]);
  const changed = `${key.key.slice(0, -1)}${key.key.endsWith("A") ? "B" : "A"}`;
  const mixed = theirs.key.slice(0, 60) + key.key.slice(60);
  for (const wrong of ["", "x", changed, mixed, owner.token, key.key.replace("loupe_import_", "")])
    expect((await post({ ...key, key: wrong }, CSV)).status).toBe(401);
  const inAddress = await post({ ...key, key: "" }, CSV, { query: `?name=a.csv&key=${key.key}` });
  expect(inAddress).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("Authorization") },
  });
  const asPerson = { ...owner, token: key.key };
  for (const name of ["users.me", "contacts.list", "imports.list", "savedImports.list"] as const)
    expect((await host.call(name, asPerson)).status).toBe(401);
  const run = runOf(await post(theirs, CSV));
  const [own] = (await ask("savedImports.get", owner, { params: { id: key.id } })).runs;
  expect(statuses(await Promise.all([run, own?.id ?? "", newId()].map((one) => ended(key, one))))).toEqual([
    404, 404, 404,
  ]);
  expect((await ended(key, "x")).status).toBe(400);
  const revoke = (person: Person) => host.call("importKeys.delete", person, { params: { id: key.keyId } });
  expect(statuses([await revoke(user), await revoke(there.owner)])).toEqual([403, 404]);
  expect((await ask("savedImports.get", user, { params: { id: key.id } })).api).toBeNull();
  expect(statuses([await revoke(admin), await revoke(admin), await post(key, CSV)])).toEqual([200, 404, 401]);
});

test("a key ends with its person, role, saved import or store", async () => {
  const { owner, admin, id: organizationId } = await host.shop();
  const of = async (person: Person) => {
    const params = { id: await saved(owner) };
    const { key } = await ask("importKeys.create", person, { params, body: { name: "Till" } });
    return { ...params, key };
  };
  const keys = [await of(admin), await of(owner), await of(owner)];
  const database = await host.database();
  const check = async () =>
    statuses(
      await Promise.all(
        keys.map(({ key }) =>
          host.send("GET", `/savedImports/${newId()}/files?run=${newId()}`, {
            headers: { authorization: `Bearer ${key}` },
          }),
        ),
      ),
    );
  expect(await check()).toEqual([403, 403, 403]);
  const role = (role: "USER" | "ADMIN") =>
    database.system((db) => db.update(schema.users).set({ role }).where(eq(schema.users.id, admin.id)));
  await role("USER");
  expect(await check()).toEqual([401, 403, 403]);
  await role("ADMIN");
  await host.call("team.remove", owner, { body: { id: admin.id } });
  expect(await check()).toEqual([401, 403, 403]);
  await ask("savedImports.delete", owner, { params: { id: keys[1]?.id ?? "" } });
  expect(await check()).toEqual([401, 401, 403]);
  await database.system((db) => db.delete(organizations).where(eq(organizations.id, organizationId)));
  expect(await check()).toEqual([401, 401, 401]);
});

test("refuses large, empty, packed and unknown bodies, and reads at most 10 MB", async () => {
  const { owner } = await host.shop();
  const key = await keyed(owner);
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1_000_000;
      controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  expect((await post(key, endless)).status).toBe(413);
  expect(pulled).toBeLessThan(13_000_000);
  const huge = { "content-length": "10000000000" };
  expect((await post(key, CSV, { headers: huge })).status).toBe(413);
  expect((await post(key, "")).status).toBe(422);
  for (const type of ["", "multipart/form-data; boundary=x", "application/json"])
    expect((await post(key, CSV, { headers: { "content-type": type } })).status).toBe(415);
  expect((await post(key, CSV, { headers: { "content-encoding": "gzip" } })).status).toBe(415);
  expect(await runs(owner, key.id)).toHaveLength(1);
});

test("limits waiting files, keys and addresses", async () => {
  const { owner } = await host.shop();
  const key = await keyed(owner);
  for (const row of [1, 2, 3, 4, 5]) {
    expect((await post(key, `Other\n${row}\n`)).status).toBe(200);
    await work();
  }
  expect((await post(key, "Other\n6\n")).status).toBe(422);
  const empty = await Promise.all(Array.from({ length: 55 }, () => post(key, "")));
  const [refused] = empty.filter(({ status }) => status === 429);
  expect(statuses(empty).filter((status) => status === 422)).toHaveLength(54);
  expect(refused?.headers.get("retry-after")).toMatch(/^\d+$/);
  const wrong = await Promise.all(
    Array.from({ length: 601 }, () => post({ ...key, key: "x" }, "", { address: "203.0.113.7" })),
  );
  expect(statuses(wrong).filter((status) => status === 429)).toHaveLength(1);
  expect((await post({ ...key, key: "x" }, "", { address: "203.0.113.8" })).status).toBe(401);
});

test("stores, logs and answers no key in plain text", async () => {
  const { owner } = await host.shop();
  const key = await keyed(owner);
  await post(key, CSV, { headers: { "idempotency-key": "key-in-plain-text" } });
  await post({ ...key, key: "" }, CSV, { query: `?name=${key.key}` });
  await work();
  const secret = key.key.slice(-43);
  const database = await host.database();
  for (const { table, name } of tables) {
    const rows = await database.system((db) => db.select().from(table));
    expect([name, JSON.stringify(rows).includes(secret)]).toEqual([name, false]);
  }
  const page = await ask("savedImports.get", owner, { params: { id: key.id } });
  expect(page.api).toEqual({
    address: expect.stringContaining(`/import/${key.id}`),
    keys: [expect.objectContaining({ name: "Counter", createdBy: "Ada OWNER", usedAt: expect.any(String) })],
  });
  expect(JSON.stringify([page, logged])).not.toContain(secret);
});

test("a saved import has at most ten keys, made by the owner and admins", async () => {
  const { owner, user } = await host.shop();
  const params = { id: await saved(owner) };
  const create = (person: Person, name: string) =>
    host.call("importKeys.create", person, { params, body: { name } });
  expect(statuses([await create(user, "Till"), await create(owner, " ")])).toEqual([403, 400]);
  const made = await Promise.all(Array.from({ length: 11 }, (_, i) => create(owner, `Till ${i}`)));
  expect(statuses(made).sort()).toEqual([...Array(10).fill(200), 422]);
});
