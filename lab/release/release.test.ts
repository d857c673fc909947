import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { MOST_FIELDS, MOST_OPTIONS } from "#lib/contract/field-terms.ts";
import { MOST_FILE_BYTES, MOST_FILES, MOST_PHOTOS } from "#lib/contract/file-terms.ts";
import { MOST_BYTES } from "#lib/contract/import-terms.ts";
import { DEFAULT_MAIL_LIMITS } from "#lib/contract/mail-limits.ts";
import { MOST_TAGS } from "#lib/contract/tag-terms.ts";
import { MOST_OPEN } from "#lib/contract/task-terms.ts";
import { configurationPage } from "./configuration";

const read = (file: string) => readFileSync(file, "utf8");
const pagesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const PAGES = [".", "docs", "docs/decisions", "docs/guide", "lab"].flatMap(pagesIn);

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "");
const headingsOf = (file: string) =>
  [...withoutCode(read(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function linksOf(file: string): { path: string; heading: string }[] {
  const targets = [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", heading = ""] = target.split("#");
      return { path: path ? relative(".", join(dirname(file), path)) : file, heading };
    });
}

/** A stranger reaches the answer with at most two links from README.md. */
const ANSWERS: Record<string, [file: string, heading: string]> = {
  "How do I upgrade?": ["UPGRADING.md", "How to upgrade"],
  "How do I go back?": ["UPGRADING.md", "How to go back"],
  "Where is my data?": ["docs/self-hosting.md", "Database"],
  "What leaves my machine?": ["SECURITY.md", "Data that leaves your machine"],
  "How do I add a field?": ["ARCHITECTURE.md", "How to add"],
  "How do I report a hole?": ["SECURITY.md", "Report a hole"],
  "What does it cost to run for 1,000 stores?": ["docs/scale.md", "What 1,000 stores need"],
};

test("CONTRIBUTING.md names where to plug in", () => {
  const [, table = ""] = read("CONTRIBUTING.md").split("## Where to plug in");
  const rows = [...(table.split("\n## ")[0] ?? "").matchAll(/^\| (A[^|]+) \|.*\]\(/gm)].map(
    ([, what]) => what,
  );
  expect(rows).toEqual([
    "A host of your own",
    "A mail or calendar provider",
    "An import format",
    "A timeline kind",
    "A language",
  ]);
});

test("the links of the docs lead somewhere", () => {
  const links = PAGES.flatMap((file) => linksOf(file).map((link) => ({ file, ...link })));
  expect(links.length).toBeGreaterThan(20);
  const broken = links.filter(
    ({ path, heading }) =>
      !existsSync(path) || (heading !== "" && !headingsOf(path).map(anchor).includes(heading)),
  );
  expect(broken).toEqual([]);
});

test("the docs name settings that exist", () => {
  const subjects = read("components/shell/settings-pages.ts").matchAll(
    /^ {4}label: "([^"]+)"[\s\S]*?pages: \[([\s\S]*?)\],\n {2}\}/gm,
  );
  const settings = [...subjects].flatMap(([, subject, pages = ""]) =>
    [...pages.matchAll(/label: "([^"]+)"/g)].map(([, page]) => `${subject} › ${page}`),
  );
  const named = [...PAGES, ".github/ISSUE_TEMPLATE/bug.yml"].flatMap((file) =>
    [...read(file).matchAll(/Settings › (.*)/g)].map(([, rest = ""]) => rest),
  );
  expect(named.length).toBeGreaterThan(4);
  const inGuide = pagesIn("docs/guide").flatMap((file) =>
    [
      ...read(file).matchAll(/\*\*Settings\*\*,(?: then)? \*\*([^*]+)\*\*(?:(?:,| and) \*\*([^*]+)\*\*)?/g),
    ].map(([, subject, page = ""]) => `${subject} › ${page}`),
  );
  expect(inGuide.length).toBeGreaterThan(8);
  const isThere = (rest: string) =>
    settings.some((path) => rest.startsWith(path) || (rest.endsWith(" › ") && path.startsWith(rest)));
  expect([...named, ...inGuide].filter((rest) => !isThere(rest))).toEqual([]);
});

test.each(Object.entries(ANSWERS))("the docs answer: %s", (_, [file, heading]) => {
  expect(headingsOf(file)).toContain(heading);
  const first = linksOf("README.md").map(({ path }) => path);
  const second = first.filter((path) => path.endsWith(".md")).flatMap((path) => linksOf(path));
  expect([...first, ...second.map(({ path }) => path)]).toContain(file);
});

test("the docs name the limits of the code", () => {
  const limits = read("docs/limits.md");
  for (const row of [
    `own fields; options of one field | ${MOST_FIELDS}; ${MOST_OPTIONS}`,
    `files of a note; photos of a repair | ${MOST_FILES}; ${MOST_PHOTOS}`,
    `each file or photo | ${MOST_FILE_BYTES / 1e6} MB`,
    `import file | ${MOST_BYTES / 1e6} MB`,
    `open tasks | ${MOST_OPEN.toLocaleString("en")}`,
    `email to one person | ${DEFAULT_MAIL_LIMITS.mails} in ${DEFAULT_MAIL_LIMITS.days} days`,
    `${MOST_TAGS} tags per contact`,
  ])
    expect(limits).toContain(row);
  expect(read("docs/guide/importing.md")).toContain(`${MOST_BYTES / 1e6} MB`);
});

test("package, lock file, README and changelog name the same versions", () => {
  const { version, engines, browserslist } = JSON.parse(read("package.json"));
  const readme = read("README.md");
  for (const wanted of [engines.node, ...browserslist]) expect(readme).toContain(wanted.split(/>= ?/)[1]);
  const lock = JSON.parse(read("package-lock.json"));
  expect([lock.version, lock.packages[""].version]).toEqual([version, version]);
  const [unreleased, newest = ""] = headingsOf("CHANGELOG.md").filter((heading) => /^(Unr|\d)/.test(heading));
  expect([unreleased, newest.split(" ")[0]]).toEqual(["Unreleased", version]);
  const files = ["app", "components", "lib", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const readers = ["next.config.mjs", ...files.filter((file) => /(?<!\.test)\.tsx?$/.test(file))].filter(
    (file) => /package\.json/.test(read(file)),
  );
  expect(readers).toEqual(["next.config.mjs", "server/platform/http/version.ts"]);
});

/** Set by Node, Next, the platform, our own scripts and tests. */
const INTERNAL =
  /^(BUILD|HOSTNAME|INIT_CWD|NEXT_(MANUAL_SIG_HANDLE|RUNTIME)|NODE_ENV|OTEL_SERVICE_NAME|OTEL_EXPORTER_OTLP_TRACES_ENDPOINT|STANDALONE|VERCEL|VERSION)$/;

test("docs/configuration.md is printed from .env.local.example", () => {
  expect(read("docs/configuration.md")).toBe(configurationPage());
  const files = ["app", "lib", "server", "scripts/start", "scripts/image"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.test\.|testing\//.test(file))
      .map((file) => read(join(folder, file))),
  );
  const used = [...files.join("\n").matchAll(/\benv\.([A-Z][A-Z\d_]+)/g)].map(([, name = ""]) => name);
  expect(used.length).toBeGreaterThan(40);
  const example = read(".env.local.example");
  const undescribed = used.filter((name) => !INTERNAL.test(name) && !example.includes(`#${name}=`));
  expect([...new Set(undescribed)]).toEqual([]);
});

const { packages } = JSON.parse(read("package-lock.json")) as {
  packages: Record<string, { dev?: boolean; license?: string }>;
};
const FREE =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|LGPL-3\.0-or-later|OFL-1\.1|EUPL-1\.1\+|CC-BY-4\.0)$/;
/** Next's compilers name no licence in the lock. They are MIT, and run only during the build. */
const UNNAMED = /^node_modules\/@next\/swc-/;

test("every package's licence lets a store use it", () => {
  const product = Object.entries(packages).filter(
    ([where, { dev }]) => where && !dev && !UNNAMED.test(where),
  );
  expect(product.length).toBeGreaterThan(50);
  const others = product.filter(([, { license = "" }]) =>
    license.split(/[()\s]+|\bAND\b|\bOR\b/).some((name) => name && !FREE.test(name)),
  );
  expect(others.map(([where, { license }]) => `${where}: ${license}`)).toEqual([]);
});
