// Writes the migration of a schema change: npm run migrations -- --name what_changed
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { withProtection } from "#server/platform/db/protection.ts";

const FOLDER = path.join(import.meta.dirname, "../server/platform/db/migrations");

const before = new Set(filesOf("."));
const { status } = spawnSync("drizzle-kit", ["generate", ...process.argv.slice(2)], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

for (const file of filesOf(".").filter((name) => name.endsWith(".sql") && !before.has(name))) {
  const migration = path.join(FOLDER, file);
  fs.writeFileSync(migration, withProtection(fs.readFileSync(migration, "utf8")));
}
// drizzle-kit compares the schema with the newest snapshot only.
for (const old of filesOf("meta")
  .filter((name) => name.endsWith("_snapshot.json"))
  .slice(0, -1))
  fs.rmSync(path.join(FOLDER, "meta", old));

function filesOf(folder) {
  return fs.readdirSync(path.join(FOLDER, folder)).sort();
}
