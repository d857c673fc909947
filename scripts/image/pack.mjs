// Copies what an image needs into a folder: the built web app with its traced files, and the host's sources
// with the package files they import.
// node scripts/image/pack.mjs FOLDER
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { filesBelow } from "#scripts/setup/hash.mjs";
import { shortenExports } from "#scripts/setup/packages.mjs";
import { root } from "#scripts/setup/run.mjs";

process.chdir(root);
shortenExports();
const packed = path.resolve(process.argv[2] ?? "packed");
const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");

const next = ["node_modules/next/dist/bin/next", "build"];
const built = spawnSync(process.execPath, next, {
  stdio: "inherit",
  env: { ...process.env, STANDALONE: "1", COMPRESS: "1" },
});
if (built.status !== 0) process.exit(built.status ?? 1);
copy(".next/standalone", ".");
copy(".next/static");
copy("public");

// Includes other files that the host reads, such as migrations and word lists.
const own = ["server", "lib", "scripts/start", "scripts/image", "scripts/setup"]
  .flatMap(filesBelow)
  .filter(isRun);
const { fileList } = await nodeFileTrace(own.filter(isCode), {
  base: root,
  conditions: ["node", "import"],
  readFile: readCode,
});
for (const file of new Set([...own, ...fileList])) copy(file);

function copy(from, to = from) {
  const target = path.join(packed, to);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  // Keep Next's links to packages as links.
  fs.cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}

function isRun(file) {
  return !/\.test\.\w+$|(^|\/)(testing|try)\//.test(file);
}

function isCode(file) {
  return /\.(ts|mjs)$/.test(file) && !file.startsWith("lib/api/");
}

async function readCode(file) {
  const text = await fs.promises.readFile(file, "utf8").catch(() => null);
  const isTyped = text !== null && file.endsWith(".ts") && !file.includes("node_modules");
  return isTyped ? stripTypeScriptTypes(text) : text;
}
