import { eq } from "drizzle-orm";
import { PART_BYTES } from "#lib/contract/import-terms.ts";
import { newId } from "#server/platform/db/id.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { recordToken } from "#server/platform/secrets/tokens.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";

const host = testHost();
const { ask, work, start, upload } = importsOf(host);
const HEAD = "Inv #,Sold on,Item,Total";

async function linked(owner: Person) {
  const params = await upload(owner, `${HEAD}\nN-1,2026-11-20,Rings,100.00\n`);
  await start(owner, params);
  const body = { importId: params.id, name: "Till" };
  const { id = "" } = (await ask("savedImports.create", owner, { body })) ?? {};
  const { link } = await ask("savedImports.renewLink", owner, { params: { id } });
  return { id, token: tokenOf(link) };
}

const tokenOf = (link: string | null) => link?.split("/import/")[1] ?? "";

async function push(token: string, content: string) {
  const bytes = Buffer.from(content);
  const params = { token };
  const sent = await host.call("imports.receive", null, {
    params,
    body: { name: "night.csv", bytes: bytes.length },
  });
  if (sent.status !== 200) return sent.status;
  const { id: importId } = sent.body as { id: string };
  for (let part = 0; part * PART_BYTES < bytes.length; part++) {
    const data = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString("base64");
    const { status } = await host.call("imports.receivePart", null, {
      params,
      body: { importId, part, data },
    });
    if (status !== 200) return status;
  }
  await work();
  return importId;
}

test("imports a program's file from the link once, or stops", async () => {
  const { owner, user } = await host.shop();
  const { id, token } = await linked(owner);
  const runs = async () => (await ask("savedImports.get", owner, { params: { id } })).runs;
  const rest = "x".repeat(PART_BYTES);
  const file = `${HEAD},Rest\nN-2,2026-11-21,Rings,50.00,${rest}\n`;
  expect(typeof (await push(token, file))).toBe("string");
  expect(typeof (await push(token, file))).toBe("string");
  expect(typeof (await push(token, "Other\n1\n"))).toBe("string");
  expect(
    (await runs()).map(({ state, added, createdBy, stop }) => [state, added, createdBy, stop?.why]),
  ).toEqual([
    ["checked", 0, "Import link", "column"],
    ["done", 0, "Import link", "same"],
    ["done", 1, "Import link", undefined],
    ["done", 1, expect.any(String), undefined],
  ]);
  const { incidents } = await ask("users.me", owner);
  expect(incidents?.map(({ kind }) => kind)).toEqual(["importStopped"]);
  const seen = await Promise.all(
    [owner, user].map((one) => ask("savedImports.get", one, { params: { id } })),
  );
  expect(seen.map(({ link }) => tokenOf(link))).toEqual([token, ""]);
});

test("only the current link of the store works", async () => {
  const [{ owner, user, id: store }, there] = [await host.shop(), await host.shop()];
  const { id, token } = await linked(owner);
  const other = await linked(there.owner);
  const params = { id };
  for (const name of ["savedImports.renewLink", "savedImports.endLink"] as const) {
    expect((await host.call(name, user, { params })).status).toBe(403);
    expect((await host.call(name, there.owner, { params })).status).toBe(404);
  }
  const { secret } = await host.host();
  const guessed = recordToken(secret, "import", { organizationId: store, id });
  const foreign = recordToken(secret, "feed", { organizationId: store, id });
  for (const wrong of [guessed, foreign, `${token.slice(0, -2)}AA`, "x"])
    expect(await push(wrong, `${HEAD}\n`)).toBe(404);
  const receive = (body: object) => host.call("imports.receive", null, { params: { token }, body });
  expect((await receive({ name: "a.csv", bytes: 30_000_001 })).status).toBe(400);
  expect((await receive({ name: "a.csv", bytes: 0 })).status).toBe(400);
  const mine = await receive({ name: "a.csv", bytes: 3 });
  const { id: importId } = mine.body as { id: string };
  const part = (token: string, body: object) =>
    host.call("imports.receivePart", null, {
      params: { token },
      body: { importId, part: 0, data: "YSxi", ...body },
    });
  expect((await part(other.token, {})).status).toBe(404);
  expect((await part(token, { importId: newId() })).status).toBe(404);
  expect((await part(token, { data: "YSxiYw==" })).status).toBe(400);
  const { link } = await ask("savedImports.renewLink", owner, { params });
  expect((await part(token, {})).status).toBe(404);
  expect(await push(token, `${HEAD}\n`)).toBe(404);
  const twice = await Promise.all([1, 2].map(() => part(tokenOf(link), {})));
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  await host.call("savedImports.endLink", owner, { params });
  expect(await push(tokenOf(link), `${HEAD}\n`)).toBe(404);
});

test("a removed person's link ends, and all links with a removed admin", async () => {
  const { owner, admin, user } = await host.shop();
  const [own, others] = [await linked(user), await linked(owner)];
  await host.call("team.remove", owner, { body: { id: user.id } });
  expect(await push(own.token, `${HEAD}\n`)).toBe(404);
  expect(typeof (await push(others.token, `${HEAD}\nN-2,2026-11-21,Rings,50.00\n`))).toBe("string");
  await host.call("team.remove", owner, { body: { id: admin.id } });
  expect(await push(others.token, `${HEAD}\n`)).toBe(404);
});

test("shows a stopped run, and accepts five waiting files", async () => {
  const { owner } = await host.shop();
  const { token } = await linked(owner);
  const stopped = await push(token, "Other\n1\n");
  const incidents = async () => (await ask("users.me", owner)).incidents?.length;
  expect(typeof (await push(token, `${HEAD}\nN-2,2026-11-21,Rings,50.00\n`))).toBe("string");
  expect(await incidents()).toBe(1);
  await ask("imports.delete", owner, { params: { id: String(stopped) } });
  expect(await incidents()).toBe(0);
  for (const row of [1, 2, 3, 4, 5]) expect(typeof (await push(token, `Other\n${row}\n`))).toBe("string");
  expect(await push(token, "Other\n6\n")).toBe(422);
});

test("takes 60 files from an address in 15 minutes, none for a deleted import", async () => {
  const { owner, id: organizationId } = await host.shop();
  const [{ id, token }, other] = [await linked(owner), await linked(owner)];
  const receive = (token: string, address = "203.0.113.7", bytes = 3) =>
    host.send("POST", `/importLinks/${token}`, {
      ...{ address, headers: { "content-type": "application/json" } },
      body: JSON.stringify({ name: "a.csv", bytes }),
    });
  const sent = await Promise.all(Array.from({ length: 61 }, () => receive(token, undefined, 2_000_000_000)));
  expect(sent.map(({ status }) => status).filter((status) => status === 400)).toHaveLength(61);
  const wrong = await Promise.all(Array.from({ length: 60 }, () => receive("x")));
  expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([404]));
  expect(await receive(token)).toMatchObject({ status: 429, body: { message: expect.any(String) } });
  expect((await receive(token, "203.0.113.8")).status).toBe(200);
  await ask("savedImports.delete", owner, { params: { id } });
  expect((await receive(token, "203.0.113.8")).status).toBe(404);
  const database = await host.database();
  await database.system((db) => db.delete(organizations).where(eq(organizations.id, organizationId)));
  expect((await receive(other.token, "203.0.113.8")).status).toBe(404);
});
