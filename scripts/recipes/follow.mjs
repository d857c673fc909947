import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { isTest } from "../rooms/rules.mjs";
import { isNamed } from "./checklists.mjs";

const MIGRATIONS = "server/platform/db/migrations/";

/**
 * Applies a recipe's steps to the copy of the project in `folder`. Returns what contradicts its checklist.
 * @param {{ title: string, steps: ((edit: ReturnType<typeof editor>) => void)[] }} recipe One function per step of
 * the checklist.
 */
export function follow(folder, recipe, checklist) {
  if (recipe.steps.length !== checklist?.steps.length)
    return [`has ${checklist?.steps.length ?? 0} steps, but scripts/recipes follows ${recipe.steps.length}`];
  const problems = [];
  const touched = new Set();
  for (const [index, step] of recipe.steps.entries()) {
    const files = new Set();
    step(editor(folder, files));
    for (const file of files) {
      if (file.startsWith(MIGRATIONS)) continue;
      if (!isTest(file)) touched.add(file);
      if (!isNamed(file, checklist.steps[index])) problems.push(`step ${index + 1} doesn't name ${file}`);
    }
  }
  if (touched.size > checklist.most)
    problems.push(`touches ${touched.size} files, at most ${checklist.most}: ${[...touched].join(", ")}`);
  return problems;
}

function editor(folder, files) {
  const write = (file, text) => {
    files.add(file);
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  return {
    create: write,
    insert(file, anchor, ...lines) {
      const text = fs.readFileSync(path.join(folder, file), "utf8").split("\n");
      const found = text.flatMap((line, index) => (line.trimStart().startsWith(anchor) ? [index] : []));
      if (found.length !== 1) throw new Error(`${file} has ${found.length} lines that start with ${anchor}`);
      text.splice(found[0] + 1, 0, ...lines);
      write(file, text.join("\n"));
    },
    migrations(name) {
      const bin = path.join(folder, "node_modules/.bin");
      execFileSync(process.execPath, ["scripts/migrations.mjs", "--name", name], {
        cwd: folder,
        env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
        stdio: "pipe",
      });
      files.add(`${MIGRATIONS}${name}`);
    },
  };
}
