// Before a release's tag is pushed: node lab/release/main.ts (with "docs" only the page of the settings)
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationPage } from "./configuration.ts";
import { changedMigrations, FOLDER, migrationLines } from "./migrations.ts";

writeFileSync("docs/configuration.md", configurationPage());
if (process.argv[2] === "docs") process.exit();

const changed = changedMigrations(FOLDER);
if (changed.length > 0) throw new Error(changed.join("\n"));

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const { stdout } = spawnSync("git", ["tag", "--list", `v${version}`], { encoding: "utf8" });
if (stdout) throw new Error(`${version} is released. Choose the next version in package.json first.`);

for (const [RELEASE, test] of [
  ["store", "server/platform/http/openapi.test"],
  ["answers", "server/data/backup/released.test"],
]) {
  const jest = ["--experimental-vm-modules", "--no-warnings", "node_modules/jest/bin/jest.js", "-w", "1"];
  const env = { ...process.env, RELEASE, TEST_DATABASE_URL: "" };
  const { status } = spawnSync(process.execPath, [...jest, test ?? ""], { stdio: "inherit", env });
  if (status !== 0) process.exit(1);
}
writeFileSync(join(FOLDER, "released.txt"), `${migrationLines(FOLDER).join("\n")}\n`);
