// Follows the recipes of ARCHITECTURE.md in a copy of the project: npm run recipes
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { checklistsOf } from "./recipes/checklists.mjs";
import { endpoint } from "./recipes/endpoint.mjs";
import { entity } from "./recipes/entity.mjs";
import { field } from "./recipes/field.mjs";
import { follow } from "./recipes/follow.mjs";
import { root } from "./setup/run.mjs";

const RECIPES = [endpoint, entity, field];
const WRITTEN = /^(node_modules|test-results|playwright-report|\.(git|next|tools|platform|bench|data.*))$/;

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "loupe-recipes-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
copyProject(scratch);

const checklists = checklistsOf(fs.readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8"));
for (const recipe of RECIPES) {
  const checklist = checklists.find(({ title }) => title === recipe.title);
  for (const problem of follow(scratch, recipe, checklist)) fail(`The recipe "${recipe.title}" ${problem}`);
}
run("node_modules/.bin/tsc", "--noEmit");
run(process.execPath, "scripts/rooms.mjs");
run(
  process.execPath,
  ...["--experimental-vm-modules", "--no-warnings", "node_modules/jest/bin/jest.js", "-w", "1"],
  ...["-t", RECIPES.map(({ named }) => named).join("|"), ...RECIPES.flatMap(({ tests }) => tests)],
);

function copyProject(folder) {
  const filter = (file) => !WRITTEN.test(path.relative(root, file));
  fs.cpSync(root, folder, { recursive: true, filter });
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
}

function run(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: scratch, encoding: "utf8" });
  if (status !== 0)
    fail(
      `After the steps of the recipes, ${path.basename(args.at(0) ?? program)} fails:\n${stdout}${stderr}`,
    );
}

function fail(text) {
  console.error(text);
  process.exitCode = 1;
}
