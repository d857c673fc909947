import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "figures-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test("the figures of a folder: production files, crumbs, knots, loose files", () => {
  const files = {
    "app/page.tsx": "\n".repeat(31),
    "lib/a.ts": "const DAY = 86_400_000;\n",
    "lib/a.test.ts": "const DAY = 86_400_000;\n",
    "server/app.ts": 'import "./db/client.ts";\n',
    "server/db/client.ts": '// Not "products.list".\nimport "#server/mail/a.ts";\n',
    "server/mail/a.ts": 'import "./b.ts";\n',
    "server/mail/b.ts": 'import "../jobs/c.ts";\n',
    "server/jobs/c.ts": `await ${"import"}("#server/db/client.ts");\n`,
    "server/notes/d.ts": 'import "#server/db/client.ts";\nexport const name = "products.list";\n',
    "server/testing/host.ts": "",
    "scripts/a.mjs": "",
  };
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const script = path.join(import.meta.dirname, "figures.mjs");
  const printed = execFileSync(process.execPath, [script, folder], { encoding: "utf8" });
  expect(
    printed
      .trim()
      .split(/\n/)
      .map((line) => line.trim()),
  ).toEqual([
    "8  production files",
    "7  of 30 lines or fewer",
    "1  files that know one small entity (product categories)",
    "3  (goal 0) folders of server/ that import each other in a knot",
    "1  loose files in the root of server/",
    "1  files with a constant of a day",
  ]);
});
