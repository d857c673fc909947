// Prints figures about the code with their goals. Exits with 1 if a goal of figures/reached.txt is missed
// again; `-- --keep` adds newly reached goals to it.
import fs from "node:fs";
import path from "node:path";
import { countProse } from "./figures/prose.mjs";
import { circlesOf } from "./rooms/circles.mjs";
import { filesOf } from "./rooms/files.mjs";
import { isHelper, isTest, withoutComments } from "./rooms/rules.mjs";

const REACHED = path.join(import.meta.dirname, "figures/reached.txt");
const CODE = /^(app|components|lib|server)\/.*\.tsx?$|^(middleware|instrumentation)\.ts$/;
const WEB = /^(app|components|lib)\//;
const ASKS_HOST = /\bcan\("|(?<!function )\b(?:useCan|useComplete|askComplete)\(/g;
const TENANT_FILTER = /\beq\([\w.]+\.organizationId,|\borganization_id = /g;

const args = process.argv.slice(2);
const root = path.resolve(args.find((arg) => !arg.startsWith("--")) ?? path.join(import.meta.dirname, ".."));
const all = filesOf(root);
const files = new Map([...all].filter(([file]) => CODE.test(file) && !isTest(file) && !isHelper(file)));
const code = new Map([...files].map(([file, text]) => [file, withoutComments(text)]));
const prose = countProse([...all, ...markdown(), ...sql()]);

const figures = [
  ["production lines (web, contract, host)", sum([...files.values()].map(lines)), 82_000],
  ["files that name anniversary", countFilesWith(/\banniversary/), 25],
  ["files that name phoneNumber", countFilesWith(/\bphoneNumber/), 30],
  ["files that name invoiceNumber", countFilesWith(/\binvoiceNumber/), 12],
  ["questions about the host in the web app", count(ASKS_HOST, WEB), 15],
  ["tenant filters written by hand", count(TENANT_FILTER, /^server\//), 60],
  ["folders in server/", new Set([...files.keys()].map(folderOf).filter(Boolean)).size, 9],
  ["files in import circles (types and lazy parts counted)", circlesOf(code).flat().length, 0],
  ["migrations", sql().length, 1],
  [
    "lines in scripts/",
    sum([...all].filter(([file]) => /^scripts\//.test(file)).map(([, t]) => lines(t))),
    3_700,
  ],
  ["files over 400 lines", [...files.values()].filter((text) => lines(text) > 400).length, 0],
  ["lines in README.md", lines(read("README.md")), 120],
  ["lines in ARCHITECTURE.md", lines(read("ARCHITECTURE.md")), 200],
  ["words of prose", prose.words, 100_000],
  ["odd turns per 1,000 words of prose", Math.round(prose.perThousand * 10) / 10, 3],
];

const reached = fs.existsSync(REACHED) ? fs.readFileSync(REACHED, "utf8").trim().split("\n") : [];
for (const [name, value, goal] of figures) {
  const isLost = value > goal && reached.includes(name);
  console.log(`${String(value).padStart(8)}  ${name} (goal ${goal}${isLost ? ", was reached before" : ""})`);
  if (isLost) process.exitCode = 1;
}
if (args.includes("--keep")) {
  const reachedNow = figures.filter(([name, value, goal]) => value <= goal || reached.includes(name));
  fs.writeFileSync(REACHED, `${reachedNow.map(([name]) => name).join("\n")}\n`);
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}

function lines(text) {
  return text.split("\n").length - 1;
}

function read(file) {
  const full = path.join(root, file);
  return fs.existsSync(full) ? fs.readFileSync(full, "utf8") : "";
}

function countFilesWith(pattern) {
  return [...code.values()].filter((text) => pattern.test(text)).length;
}

function count(pattern, where) {
  return sum([...code].map(([file, text]) => (where.test(file) ? (text.match(pattern) ?? []).length : 0)));
}

function folderOf(file) {
  return /^server\/([^/]+)\//.exec(file)?.[1];
}

function markdown() {
  return below("", /\.md$/);
}

function sql() {
  return below("server/platform/db/migrations", /\.sql$/);
}

function below(folder, pattern) {
  const start = path.join(root, folder);
  if (!fs.existsSync(start)) return [];
  return fs
    .readdirSync(start, { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")))
    .filter((file) => pattern.test(file) && !/(^|\/)(node_modules|\.[^/]+)\//.test(file))
    .map((file) => [file, read(file)]);
}
