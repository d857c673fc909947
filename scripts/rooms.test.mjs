import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const script = path.join(import.meta.dirname, "rooms.mjs");
// The script reads this file too: its samples must not look like imports of its own.
const dynamic = (specifier) => `${"import"}("${specifier}")`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rooms-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** What the script prints about a folder with this file in it; "" where it finds nothing. */
function check(file, text, others = {}) {
  fs.rmSync(folder, { recursive: true });
  for (const [name, content] of Object.entries({ ...others, [file]: text })) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  try {
    return execFileSync(process.execPath, [script, folder], { encoding: "utf8" }).trim();
  } catch (error) {
    expect(error.status).toBe(1);
    return error.stdout.trim();
  }
}

test.each([
  ["app/a.tsx", 'import { db } from "#server/db/client.ts";', "app may not import server/db/client.ts"],
  ["middleware.ts", 'import { db } from "./server/db/client.ts";', "app may not import server/db/client.ts"],
  ["server/a.ts", 'import {\n  a,\n} from "#lib/dates.ts";', "server may not import lib/dates.ts"],
  ["server/a.ts", `const a = await ${dynamic("#app/page.tsx")};`, "server may not import app/page.tsx"],
  ["lib/a.ts", 'import "#components/b.tsx";', "lib may not import components/b.tsx"],
  ["lib/a.ts", 'import { b } from "./api/call.ts";', "lib may not import lib/api/call.ts"],
  [
    "components/ui/a.tsx",
    'import type { B } from "#lib/contract/b.ts";',
    "components/ui may not import lib/contract/b.ts",
  ],
  ["server/a.ts", 'import { useState } from "react";', "server may not use react"],
  ["app/a.tsx", 'import pg from "pg";', "app may not use pg"],
  ["app/a.tsx", 'import * as z from "zod/mini";', "app may not use zod/mini"],
  ["lib/contract/a.ts", 'import fs from "node:fs";', "lib/contract may not use node:fs"],
  [
    "e2e/a.spec.ts",
    'import { row } from "#lib/contract/contract.ts";',
    "e2e may not import lib/contract/contract.ts",
  ],
  ["lib/a.ts", "const a = () => fetch(url);", "calls fetch; only the files of mayFetch do"],
  ["server/a.ts", "await globalThis.fetch(url);", "calls fetch; only the files of mayFetch do"],
  ["lib/a.ts", 'export { b } from "./b.ts";', "re-exports; import it where it is used"],
  ["lib/a.ts", 'export * from "./b.ts";', "re-exports; import it where it is used"],
  ["lib/a.ts", "export default 1;", "exports a default; name it"],
  ["lib/api/a.ts", 'import { b } from "../b.ts";', 'leaves its room by "../"; write "#lib/b.ts"'],
])("in %s, %j is refused", (file, line, what) => {
  expect(check(file, `// First line.\n${line}\n`)).toBe(`${file}:2 ${what}`);
});

test.each([
  ["URL.parse(text)", "URL.parse"],
  ["new Set(a).union(b)", "a method of sets"],
  ["map.values().map(String)", "an iterator's method"],
  ["Promise.try(work)", "Promise.try"],
  ["requestIdleCallback(run)", "requestIdleCallback"],
  ["window.navigation.traverseTo(key)", "the Navigation API"],
  ["/(?i:a)b/.test(text)", "flags within a pattern"],
])("what browsers run may not say %j", (code, name) => {
  expect(check("components/a.tsx", `"use client";\nexport const a = ${code};\n`)).toContain(
    `components/a.tsx:2 uses ${name}, which needs Chrome `,
  );
});

test("what a browser's file imports runs there too, also when it is fetched later; what only Node runs is free", () => {
  const newer = "export const b = URL.parse(c);\n";
  const seen = (text) => check("lib/a.tsx", text, { "lib/b.ts": newer });
  expect(seen('"use client";\nimport { b } from "./b.ts";\n')).toContain("lib/b.ts:1 uses URL.parse");
  expect(seen(`"use client";\nconst b = ${dynamic("#lib/b.ts")};\n`)).toContain("lib/b.ts:1 uses URL.parse");
  expect(seen('"use client";\nimport type { b } from "./b.ts";\n')).toBe("");
  expect(seen('import { b } from "./b.ts";\n')).toBe("");
});

test("a file of more than 300 lines is refused, one of 300 is not", () => {
  expect(check("app/a.css", "\n".repeat(301))).toBe("app/a.css:1 has 301 lines; 300 is the most");
  expect(check("app/a.css", "\n".repeat(300))).toBe("");
});

test("a folder that is no room is refused", () => {
  expect(check("utils/a.ts", "")).toMatch(/^utils\/a\.ts:1 lies in no room/);
});

test.each([
  ["app/page.tsx", 'import { B } from "#components/b.tsx";\nexport default function Page() {}\n'],
  ["jest.config.mjs", 'import nextJest from "next/jest.js";\nexport default {};\n'],
  ["lib/api/call.ts", "export const call = () => fetch(url);\n"],
  ["lib/a.test.ts", 'import { render } from "@testing-library/react";\nfetch(url);\n'],
  [
    "lib/a.ts",
    `/**\n * export default, fetch(url), ${dynamic("pg")}\n */\nexport const refetch = () => b.fetch(url);\n`,
  ],
  ["app/a/b.ts", 'import { c } from "../c/d.ts";\n'],
])("%s may hold %j", (file, text) => {
  expect(check(file, text)).toBe("");
});
