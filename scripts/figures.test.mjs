import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const SCRIPT = path.join(import.meta.dirname, "figures.mjs");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "figures-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const run = (...args) => spawnSync(process.execPath, [SCRIPT, ...args], { encoding: "utf8" });

test("counts lines, names, filters, circles and prose of a folder", () => {
  const files = {
    "app/page.tsx": `${"\n".repeat(31)}const day = contact.anniversary;\n`,
    "lib/a.ts":
      '// Whoever asks is told.\ncan("contacts.import");\nfunction useComplete() {}\nif (useComplete()) {}\n',
    "lib/a.test.ts": "contact.anniversary;\n",
    "server/platform/db/client.ts":
      'import "#server/connections/mail/a.ts";\nconst where = eq(table.organizationId, id);\n',
    "server/connections/mail/a.ts": 'import "./b.ts";\n',
    "server/connections/mail/b.ts": 'import "#server/platform/db/client.ts";\n',
    "server/records/notes/d.ts": 'import "#server/platform/db/client.ts";\n',
    "server/testing/host.ts": "",
    "server/platform/db/migrations/0000_first.sql": "select 1;\n",
    "README.md": "One store, one page.\n",
    "lib/b.ts": 'run("select one from the two tables"); show("flex items-center justify-between the two");\n',
    "lib/c.ts": 'show("absolute inset-y-0 the two"); if ("one" in begin && begin.field !== "two") return;\n',
    "lib/icons.css": 'a { mask-image: url("data:image/svg+xml, one path and the two others"); }\n',
    "scripts/a.mjs": 'on("**/a/*"); call(one, two, three); on("**/b");\n\n',
  };
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const { stdout } = run(folder);
  const value = (name) => Number(new RegExp(`^\\s*([\\d.]+)  ${name}`, "m").exec(stdout)?.[1]);
  expect(value("production lines")).toBe(43);
  expect(value("files that name anniversary")).toBe(1);
  expect(value("questions about the host")).toBe(2);
  expect(value("tenant filters")).toBe(1);
  expect(value("folders in server/")).toBe(3);
  expect(value("files in import circles")).toBe(3);
  expect(value("migrations")).toBe(1);
  expect(value("lines in scripts/")).toBe(2);
  expect(value("lines in README.md")).toBe(1);
  expect(value("words of prose")).toBe(8);
  expect(value("odd turns")).toBe(250);
});

test("the project still meets every goal that it has reached", () => {
  const { stdout, status } = run();
  expect(stdout).not.toContain("was reached before");
  expect(status).toBe(0);
});
