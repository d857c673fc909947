// Before a release's tag is pushed: node lab/release/main.ts
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { changedMigrations, FOLDER, migrationLines } from "./migrations.ts";

const changed = changedMigrations(FOLDER);
if (changed.length > 0) throw new Error(changed.join("\n"));
writeFileSync(join(FOLDER, "released.txt"), `${migrationLines(FOLDER).join("\n")}\n`);
