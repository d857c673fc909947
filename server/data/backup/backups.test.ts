import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "#lib/contract/contract.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";

let asked: string[][] = [];
let work: (file: string, watch: (share: number) => void) => unknown;
const host = testHost({
  backUp: async (args, { watch }) => {
    asked.push(args);
    await work(args.at(-1) ?? "", watch);
    return { contacts: 12, sales: 34 };
  },
});
let shop: Shop;
beforeAll(async () => {
  shop = await host.shop();
});
beforeEach(() => {
  asked = [];
  work = (file) => writeFileSync(file, "whole");
});

async function state(person: Person = shop.owner): Promise<Answer<"backups.get">> {
  const { status, body } = await host.call("backups.get", person);
  expect(status).toBe(200);
  return body as Answer<"backups.get">;
}

async function keptNames(): Promise<string[]> {
  return (await state()).kept.map(({ name }) => name);
}

test("makes one backup for simultaneous requests", async () => {
  expect(await state()).toMatchObject({ at: null, nextAt: null, keep: 14, isSealed: false, kept: [] });
  const answers = await Promise.all(
    [shop.owner, shop.admin, shop.owner].map((one) => host.call("backups.make", one)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await state(shop.admin)).work).toEqual({ what: "make", name: null, share: null });
  let isHalf = () => {};
  let goOn = () => {};
  const half = new Promise<void>((resolve) => {
    isHalf = resolve;
  });
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  work = async (file, watch) => {
    watch(0.5);
    isHalf();
    await going;
    writeFileSync(file, "whole");
  };
  const done = host.backUp();
  await half;
  expect((await state()).work).toMatchObject({ what: "make", share: 0.5 });
  goOn();
  await done;
  expect(asked).toHaveLength(1);
  const { kept, folder, ...rest } = await state();
  expect(rest).toMatchObject({ work: null, failure: null });
  expect(kept).toEqual([
    {
      name: expect.stringMatching(/^by-hand-0123abcd-\d{8}T\d{6}Z\.tgz$/),
      ...{ cause: "hand", bytes: 5, contacts: 12, sales: 34, problem: null },
      madeAt: expect.any(String),
      checkedAt: expect.any(String),
    },
  ]);
  for (const name of [
    "nightly-0123abcd-20260101T033000Z.tgz",
    "before-upgrade-0123abcd-0011_incidents-20260102T033000Z.tgz",
    "nightly-ffffffff-20260101T033000Z.tgz",
    "nightly-0123abcd-20260101T033000Z.tgz.7.partial",
    ...[1, 2, 3].map((day) => `by-hand-0123abcd-2020010${day}T000000Z.tgz`),
    "my own.tgz",
  ]) {
    writeFileSync(join(folder ?? "", name), "");
  }
  mkdirSync(join(folder ?? "", "nightly-0123abcd-20260103T033000Z.tgz"));
  const names = await keptNames();
  expect(names).toHaveLength(6);
  expect(names.slice(1, 3)).toEqual([
    "before-upgrade-0123abcd-0011_incidents-20260102T033000Z.tgz",
    "nightly-0123abcd-20260101T033000Z.tgz",
  ]);
});

test("verifies a backup, and says why one is damaged", async () => {
  await host.call("backups.make", shop.owner);
  await host.backUp();
  const [{ name = "" } = {}] = (await state()).kept;
  const verify = (of: unknown, person = shop.owner) =>
    host.call("backups.verify", person, { body: { name: of } });
  asked = [];
  const { folder } = await state();
  writeFileSync(join(folder ?? "", "..", "outside.tgz"), "");
  const others = [
    "../outside.tgz",
    `../${folder?.split("/").at(-1)}/${name}`,
    `./${name}`,
    `${folder}/${name}`,
    `${name}/`,
    `${name}\u0000`,
    "/etc/passwd",
    "known-0123abcd.json",
    "nightly-ffffffff-20260101T033000Z.tgz",
    "nightly-0123abcd-20260101T033000Z.tgz.7.partial",
    "--help",
    ".",
  ];
  for (const other of others) expect([400, 404]).toContain((await verify(other)).status);
  expect((await verify("x".repeat(100_000))).status).toBe(400);
  expect((await verify({ name })).status).toBe(400);
  await host.backUp();
  expect(asked).toEqual([]);

  work = () => {
    throw new Error("This file is damaged or incomplete: it is not a whole backup.");
  };
  expect((await verify(name)).status).toBe(200);
  expect((await verify(name, shop.admin)).status).toBe(200);
  expect((await host.call("backups.make", shop.owner)).status).toBe(409);
  await host.backUp();
  expect(asked).toEqual([["verify", join(folder ?? "", name)]]);
  const found = async () => (await state()).kept.find((one) => one.name === name);
  expect(await found()).toMatchObject({
    problem: "This file is damaged or incomplete: it is not a whole backup.",
    contacts: 12,
  });
  work = () => {};
  await verify(name);
  await host.backUp();
  expect(await found()).toMatchObject({ problem: null, contacts: 12 });
});

test("reports a failure and makes the next backup", async () => {
  const before = await keptNames();
  for (const [said, text] of [
    ["ENOSPC: no space left on device, write", "The disk is full."],
    ["EACCES: permission denied, open '/mnt/x'", "The backup folder cannot be written to."],
    ["Something else", "Something else."],
  ]) {
    work = () => {
      throw new Error(said);
    };
    await host.call("backups.make", shop.owner);
    await host.backUp();
    expect(await state()).toMatchObject({ work: null, failure: { text } });
  }
  expect(await keptNames()).toEqual(before);
  work = (file) => writeFileSync(file, "whole");
  await host.call("backups.make", shop.owner);
  await host.backUp();
  expect((await state()).failure).toBeNull();
});

test("reports unstored results; an unreadable folder is no failure", async () => {
  await host.call("backups.make", shop.owner);
  await host.backUp();
  const { folder, kept } = await state();
  const [{ name = "", checkedAt = null } = {}] = kept;
  const written = join(folder ?? "", "known-0123abcd.json.new");
  mkdirSync(written);
  for (const problem of ["This file is damaged.", null]) {
    work = () => {
      if (problem) throw new Error(problem);
    };
    expect((await host.call("backups.verify", shop.owner, { body: { name } })).status).toBe(200);
    await host.backUp();
    const { failure, kept } = await state();
    const found = kept.find((one) => one.name === name);
    expect([failure, found?.problem]).toEqual([null, problem]);
    expect(Date.parse(String(found?.checkedAt))).toBeGreaterThan(Date.parse(String(checkedAt)));
  }
  rmSync(written, { recursive: true });

  const before = await state();
  expect(before.unreadable).toBeNull();
  renameSync(folder ?? "", `${folder}.away`);
  writeFileSync(folder ?? "", "");
  const text = "The backup folder is not there.";
  expect(await state()).toMatchObject({ failure: null, unreadable: text, kept: [] });
  rmSync(folder ?? "");
  renameSync(`${folder}.away`, folder ?? "");
  expect(await state()).toEqual(before);
});

test("hides backups from staff and on shared hosts", async () => {
  const { folder } = await state();
  const before = readdirSync(folder ?? "");
  const rows = ["backups.get", "backups.make", "backups.verify"] as const;
  const input = { body: { name: "nightly-0123abcd-20260101T033000Z.tgz" } };
  const refusedTo = async (person: Person) =>
    ((await host.call("users.me", person)).body as { refused: string[] }).refused;
  const all = async (person: Person | null) => {
    const answers = await Promise.all(
      rows.map((name) => host.call(name, person, name.endsWith("verify") ? input : {})),
    );
    return answers.map(({ status }) => status);
  };
  expect(await all(null)).toEqual([401, 401, 401]);
  expect(await all(shop.user)).toEqual([403, 403, 403]);
  expect(await refusedTo(shop.owner)).not.toContain("backups.get");
  expect(await refusedTo(shop.user)).toEqual(expect.arrayContaining([...rows]));
  const other = await host.shop();
  for (const person of [shop.owner, shop.admin, other.owner]) {
    expect(await all(person)).toEqual([404, 404, 404]);
    expect(await refusedTo(person)).toEqual(expect.arrayContaining([...rows]));
  }
  await host.backUp();
  expect(asked).toEqual([]);
  expect(readdirSync(folder ?? "")).toEqual(before);
});
