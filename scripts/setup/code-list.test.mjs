import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeCodeList } from "./code-list.mjs";

test("lists each file of a build with those it loads", () => {
  const folder = mkdtempSync(join(tmpdir(), "loupe-code-"));
  const files = {
    "static/chunks/page.js":
      'Promise.all(["static/chunks/form~1.js","static/chunks/form.css"].map(l)),l("static/chunks/form~1.js")',
    "static/chunks/form~1.js": "1",
    "static/chunks/form.css": "a{}",
    "static/media/inter.woff2": "static/chunks/page.js",
  };
  for (const name of ["chunks", "media"]) mkdirSync(join(folder, "static", name), { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  writeCodeList(folder, "b1");
  expect(JSON.parse(readFileSync(join(folder, "static/b1/code.json"), "utf8"))).toEqual({
    "static/chunks/form.css": [],
    "static/chunks/form~1.js": [],
    "static/chunks/page.js": ["static/chunks/form~1.js", "static/chunks/form.css"],
    "static/media/inter.woff2": [],
  });
  rmSync(folder, { recursive: true });
});
