import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { also, rooms } from "./rooms/rooms.mjs";
import { isHelper, rulesOf } from "./rooms/rules.mjs";

const script = path.join(import.meta.dirname, "rooms.mjs");
// The script reads this file too, so its samples must not look like imports.
const dynamic = (specifier) => `${"import"}("${specifier}")`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rooms-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

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
  [
    "app/a.tsx",
    'import { db } from "#server/platform/db/client.ts";',
    "app may not import server/platform/db/client.ts",
  ],
  [
    "middleware.ts",
    'import { db } from "./server/platform/db/client.ts";',
    "app may not import server/platform/db/client.ts",
  ],
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
  ["lib/time/a.ts", 'import { day } from "#lib/dates.ts";', "lib/time may not import lib/dates.ts"],
  [
    "lib/time/a.ts",
    'import "#server/platform/settings.ts";',
    "lib/time may not import server/platform/settings.ts",
  ],
  ["lib/time/a.ts", 'import { DateTime } from "luxon";', "lib/time may not use luxon"],
  [
    "lib/contract/a.ts",
    'import { DAY } from "#lib/time/zone.ts";',
    "lib/contract may not import lib/time/zone.ts",
  ],
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
  ["lib/api/a.ts", 'import { b } from "../b.ts";', 'leaves its folder by "../"; write "#lib/b.ts"'],
  [
    "server/connections/mail/a.ts",
    'import { b } from "../../platform/db/b.ts";',
    'leaves its folder by "../"; write "#server/platform/db/b.ts"',
  ],
  [
    "server/connections/calendar/a.ts",
    'import { eq } from "drizzle-orm";',
    "server/connections/calendar may not use drizzle-orm",
  ],
  ["server/records/notes/a.ts", 'import { Hono } from "hono";', "server/records/notes may not use hono"],
  [
    "server/connections/mail/a.ts",
    'import { createTransport } from "nodemailer";',
    "server/connections/mail may not use nodemailer",
  ],
  [
    "server/connections/mail/a.ts",
    'import { request } from "undici";',
    "server/connections/mail may not use undici",
  ],
  [
    "server/connections/providers/a.ts",
    'import { request } from "undici";',
    "server/connections/providers may not use undici",
  ],
  [
    "server/connections/providers/a.ts",
    'import { connect } from "node:net";',
    "server/connections/providers may not use node:net",
  ],
  [
    "server/store/team/a.ts",
    'import { request } from "node:https";',
    "server/store/team may not use node:https",
  ],
  ["lib/a.ts", 'import { request } from "undici";', "lib may not use undici"],
  ["lib/a.ts", 'import { get } from "node:https";', "lib may not use node:https"],
  ["app/a.ts", 'import { connect } from "node:tls";', "app may not use node:tls"],
  [
    "server/connections/mail/a.ts",
    'import { testHost } from "#server/testing/host.ts";',
    "only tests may import server/testing/host.ts",
  ],
  [
    "lib/a.ts",
    'import { browser } from "./testing/browser.ts";',
    "only tests may import lib/testing/browser.ts",
  ],
  [
    "lib/contract/a.ts",
    'import { worst } from "./testing-worst-input.ts";',
    "only tests may import lib/contract/testing-worst-input.ts",
  ],
])("in %s, rejects %j", (file, line, what) => {
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
])("rejects %j in browser code", (code, name) => {
  expect(check("components/a.tsx", `"use client";\nexport const a = ${code};\n`)).toContain(
    `components/a.tsx:2 uses ${name}, which needs Chrome `,
  );
});

test("checks all that browser code imports, also lazily", () => {
  const newer = "export const b = URL.parse(c);\n";
  const seen = (text) => check("lib/a.tsx", text, { "lib/b.ts": newer });
  expect(seen('"use client";\nimport { b } from "./b.ts";\n')).toContain("lib/b.ts:1 uses URL.parse");
  expect(seen(`"use client";\nconst b = ${dynamic("#lib/b.ts")};\n`)).toContain("lib/b.ts:1 uses URL.parse");
  expect(seen('"use client";\nimport type { b } from "./b.ts";\n')).toBe("");
  expect(seen('import { b } from "./b.ts";\n')).toBe("");
});

test("rejects files that import each other, also lazily", () => {
  const back = { "lib/b.ts": 'import "./c.ts";\n', "lib/c.ts": `const a = ${dynamic("#lib/a.ts")};\n` };
  const circle = check("lib/a.ts", 'import type { B } from "./b.ts";\n', back);
  expect(circle).toBe("lib/a.ts:1 is in an import circle with lib/b.ts, lib/c.ts");
  expect(check("lib/a.ts", "", back)).toBe("");
});

test("rejects a reader of untrusted files that loads the database", () => {
  const entry = "server/data/imports/read-main.ts";
  const db = "server/platform/db/client.ts";
  const others = {
    "server/data/imports/a.ts": `import { b } from "#${db}";\nb();\n`,
    [db]: "export const b = 1;\n",
  };
  const what = `${entry}:1 loads ${db}, directly or through others`;
  expect(check(entry, 'import "./a.ts";\n', others)).toContain(what);
  expect(check(entry, 'import type { B } from "#server/platform/db/client.ts";\n')).toBe("");
});

test("rejects a file of more than 400 lines", () => {
  expect(check("app/a.css", "\n".repeat(401))).toBe("app/a.css:1 has 401 lines; the limit is 400");
  expect(check("app/a.css", "\n".repeat(400))).toBe("");
});

test("rejects a class that two stylesheets define", () => {
  for (const twice of ["@utility striped {\n  color: red;\n}\n", ".striped {\n  color: red;\n}\n"]) {
    expect(check("app/b.css", `\n${twice}`, { "app/a.css": twice })).toBe(
      "app/b.css:2 defines striped, as app/a.css:1 does",
    );
    expect(check("app/b.css", twice)).toBe("");
  }
});

test("rejects an entity in a shared stylesheet", () => {
  for (const text of ["@utility contact-name {\n}\n", ".list > .contact-name {\n}\n"]) {
    const what = "names contact-name; put it into a stylesheet next to its component";
    expect(check("app/a.css", text)).toBe(`app/a.css:1 ${what}`);
    expect(check("components/ui/a.css", text)).toBe(`components/ui/a.css:1 ${what}`);
    expect(check("app/dashboard/contacts/a.css", text)).toBe("");
  }
});

const fileIn = (room) => (/\.ts$/.test(room) ? room : `${room}/a.ts`);
const whatOf = (file, line) => rulesOf(file, line).map(({ what }) => what);

test.each(Object.keys(rooms))("rejects every import that %s may not have", (room) => {
  const file = fileIn(room);
  const others = Object.keys(rooms).filter((other) => other !== room);
  for (const [other, target] of others.map((other) => [other, fileIn(other)])) {
    const wall = isHelper(target) ? `only tests may import ${target}` : `${room} may not import ${target}`;
    expect(whatOf(file, `import "#${target}";`)).toEqual(rooms[room].may.includes(other) ? [] : [wall]);
  }
});

test("lower folders of the host never import higher ones", () => {
  const chain =
    "platform/db platform/http connections/calendar connections/providers connections/mail outreach/automations booking records/contacts data/imports store/integration jobs cli";
  const storeys = chain.split(" ").map((name) => `server/${name}`);
  for (const [at, storey] of storeys.entries()) {
    for (const above of [...storeys.slice(at + 1), "server"]) expect(rooms[storey].may).not.toContain(above);
  }
});

test.each(Object.keys(rooms).filter((room) => !isHelper(fileIn(room))))(
  "%s may use its own packages only",
  (room) => {
    const { packages } = rooms[room];
    const all = [...Object.values(rooms).flatMap((other) => other.packages), ...Object.values(also).flat()];
    for (const name of new Set(all)) {
      const isOwn = packages.some((own) => name === own || (/[/:]$/.test(own) && name.startsWith(own)));
      if (name === "node:" && !isOwn) continue;
      const specifier = name.replace(/[/:]$/, "$&a");
      expect(whatOf(fileIn(room), `import "${specifier}";`)).toEqual(
        isOwn ? [] : [`${room} may not use ${specifier}`],
      );
    }
  },
);

test.each(Object.entries(also))("only %s may use %j, no other file of its folder", (file, packages) => {
  const other = path.posix.join(path.posix.dirname(file), "another.ts");
  for (const name of packages) {
    expect(whatOf(file, `import "${name}";`)).toEqual([]);
    expect(whatOf(other, `import "${name}";`)).toEqual([expect.stringContaining(`may not use ${name}`)]);
  }
});

test("no two folders import each other, directly or indirectly", () => {
  const seen = new Set();
  const visit = (room, from = []) => {
    expect(from).not.toContain(room);
    if (seen.has(room)) return;
    seen.add(room);
    for (const other of rooms[room].may) visit(other, [...from, room]);
  };
  for (const room of Object.keys(rooms)) visit(room);
});

test("rejects an export that no other file imports", () => {
  const violations = (text, others) => check("lib/a.ts", text, others);
  for (const kind of ["const b =", "function b() {}", "async function b() {}", "type b =", "class b {}"]) {
    const text = `const a = 1;\nexport ${kind};\n`;
    const what = "lib/a.ts:2 exports b, which no other file imports";
    expect(violations(text)).toBe(what);
    expect(
      violations(text, { "lib/c.ts": 'import { a } from "./a.ts";\nimport { b } from "./b.ts";\n' }),
    ).toBe("");
    expect(violations(text, { "lib/c.ts": 'import { a } from "./a.ts";\n' })).toBe(what);
    expect(violations(text, { "lib/c.ts": 'import { b } from "./b.ts";\n' })).toBe(what);
    expect(violations(text, { "lib/a.test.ts": 'import { b } from "./a.ts";\n' })).toBe("");
    expect(violations(text, { "app/c.tsx": `const { b } = await ${dynamic("#lib/a.ts")};\n` })).toBe("");
  }
  expect(check("app/a/page.tsx", "export const metadata = {};\n")).toBe("");
});

test("rejects an unknown folder", () => {
  expect(check("utils/a.ts", "")).toMatch(/^utils\/a\.ts:1 is in no known folder/);
  const newSubject = check("server/tags/tags.ts", 'import { eq } from "drizzle-orm";');
  expect(newSubject).toMatch(/^server\/tags\/tags\.ts:1 is in no known folder \(scripts\/rooms\/rooms\.mjs/);
});

test.each([
  ["app/page.tsx", 'import { B } from "#components/b.tsx";\nexport default function Page() {}\n'],
  ["jest.config.mjs", 'import nextJest from "next/jest.js";\nexport default {};\n'],
  ["lib/api/call.ts", "const call = () => fetch(url);\n"],
  ["lib/a.test.ts", 'import { render } from "@testing-library/react";\nfetch(url);\n'],
  [
    "lib/a.ts",
    `/**\n * export default, fetch(url), ${dynamic("pg")}\n */\nconst refetch = () => b.fetch(url);\n`,
  ],
  ["app/a/b.ts", 'import { c } from "../c/d.ts";\n'],
  [
    "server/booking/a.ts",
    'import { b } from "#server/outreach/automations/b.ts";\nimport { c } from "#server/platform/db/c.ts";\n',
  ],
  [
    "server/platform/db/a.test.ts",
    'import { createApp } from "#server/app.ts";\nimport { b } from "#server/testing/b.ts";\n',
  ],
  ["server/testing/a.ts", 'import { createApp } from "#server/app.ts";\nimport { b } from "./b.ts";\n'],
  ["server/connections/providers/guarded-fetch.ts", 'import { request } from "undici";\n'],
  ["server/platform/db/a.ts", 'import { DAY } from "#lib/time/zone.ts";\n'],
  ["components/ui/a.tsx", 'import { DAY } from "#lib/time/zone.ts";\n'],
])("in %s, accepts %j", (file, text) => {
  expect(check(file, text)).toBe("");
});

describe("names mentioned in the docs", () => {
  const code = {
    "package.json": '{ "scripts": { "host": "node server/main.ts" } }',
    "lib/api/use-act.ts": "/** Not retold. */\nconst useAct = () => touches;\n",
    "lib/contract/routes.ts": 'const routes = ["contacts.update"];\n',
  };
  const violations = (text) => check("ARCHITECTURE.md", text, code);

  test.each([
    ["`lib/api/use-acts.ts`", "lib/api/use-acts.ts"],
    ["the folder `lib/apis/`", "lib/apis/"],
    ["`use-acts.ts`", "use-acts.ts"],
    ["`node scripts/gone.mjs --all`", "scripts/gone.mjs"],
    ["`useAction`", "useAction"],
    ["`useAction()`", "useAction()"],
    ["`useAct` of `contacts.rename`", "contacts.rename"],
    ["`retold`", "retold"],
    ["`X-Built`", "X-Built"],
    ["```\nnpm run server\n```", "npm run server"],
  ])("reports %j if it doesn't exist", (text, what) => {
    expect(violations(`# Title\n\n${text}\n`)).toMatch(/^ARCHITECTURE\.md:[34] mentions /);
    expect(violations(text)).toContain(`mentions ${what}, which `);
  });

  test("accepts existing names in all notations", () => {
    const ways = ["lib/api/use-act.ts", "api/use-act.ts", "use-act.ts", "lib/api/", "useAct", "useAct(name)"];
    const others = ["contacts.update", "touches", "npm run host", "/contacts/{id}", "a few words", "?q"];
    expect(violations([...ways, ...others].map((way) => `\`${way}\``).join(", "))).toBe("");
    expect(violations("```\n`lib/gone.ts` in a drawing\n```")).toBe("");
  });
});
