import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { testHost, WEB_URL } from "#server/testing/host.ts";
import { askHost, explain, serveCommands } from "./control.ts";

const host = testHost();
const root = realpathSync(mkdtempSync(join(tmpdir(), "loupe-control-")));
afterAll(() => rmSync(root, { recursive: true }));

const elsewhere = (folder: string) =>
  join(tmpdir(), `loupe-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`, "host.sock");
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

async function folderAt(name: string) {
  const dataDir = join(root, name);
  mkdirSync(dataDir, { mode: 0o700 });
  return { dataDir, on: { database: await host.database(), webUrl: WEB_URL, isPublic: true, dataDir } };
}

test.each([
  ["short", "data"],
  ["too long for a socket", "long".repeat(40)],
])("sends commands only to the host of a folder whose path is %s", async (_, name) => {
  await host.shop();
  const { dataDir, on } = await folderAt(name);
  expect(await askHost(dataDir, "firstOwner", {})).toBeNull();
  const stops = [await serveCommands(dataDir, on), await serveCommands(dataDir, on)];
  expect(await askHost(dataDir, "firstOwner", {})).toBe("");
  const socket = name === "data" ? join(dataDir, "host.sock") : elsewhere(dataDir);
  expect([mode(socket), mode(dirname(socket))]).toEqual(["600", "700"]);
  const link = join(root, `to-${name.slice(0, 4)}`);
  symlinkSync(dataDir, link);
  expect(await askHost(link, "firstOwner", {})).toBe("");
  for (const stop of stops.reverse()) stop();
  expect(await askHost(dataDir, "firstOwner", {})).toBeNull();
  if (name !== "data") rmSync(dirname(socket), { recursive: true });
});

test("connects to no socket in a shared folder", async () => {
  const { dataDir, on } = await folderAt("else".repeat(40));
  const folder = dirname(elsewhere(dataDir));
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const stop = await serveCommands(dataDir, on);
  expect(await askHost(dataDir, "firstOwner", {})).toBeNull();
  stop();
  rmSync(folder, { recursive: true });
});

test("says which right the database user lacks", () => {
  const denied = Object.assign(new Error("permission denied to create role"), { code: "42501" });
  expect(explain(new Error("Failed query", { cause: denied }))).toMatch(
    /denied to create role.*npm run doctor/,
  );
});
