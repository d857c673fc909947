import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { checklistsOf } from "./checklists.mjs";
import { follow } from "./follow.mjs";

const ARCHITECTURE = `
## How to add

**A field** of a sale (at most 2 files and a migration)

- [ ] Describe it in \`lib/fields.ts\` or
      \`more.ts\`.
- [ ] Add its handler to \`server/records/\`.

**A screen**

- [ ] Add a folder.

## Rules
- [ ] No step.
`;

let folder;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "recipe-"));
  fs.mkdirSync(path.join(folder, "lib"));
  fs.writeFileSync(path.join(folder, "lib/fields.ts"), "export const fields = [\n];\n");
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const checklists = checklistsOf(ARCHITECTURE);
const [field, screen] = checklists;
const followed = (...steps) => follow(folder, { title: "A field", steps }, field);

test("reads each recipe's title, most files and steps", () => {
  expect(checklists).toEqual([
    {
      title: "A field",
      most: 2,
      steps: ["Describe it in `lib/fields.ts` or `more.ts`.", "Add its handler to `server/records/`."],
    },
    { title: "A screen", most: Infinity, steps: ["Add a folder."] },
  ]);
});

test("follows steps into files named by path, name or folder", () => {
  const problems = followed(
    ({ insert }) => insert("lib/fields.ts", "export const fields = [", '  "certificate",'),
    ({ create }) => {
      create("server/records/sales.ts", "");
      create("server/records/sales.test.ts", "");
    },
  );
  expect(problems).toEqual([]);
  expect(fs.readFileSync(path.join(folder, "lib/fields.ts"), "utf8")).toBe(
    'export const fields = [\n  "certificate",\n];\n',
  );
  expect(
    followed(
      ({ create }) => create("lib/more.ts", ""),
      () => {},
    ),
  ).toEqual([]);
});

test("reports a file that its step doesn't name", () => {
  expect(
    followed(
      () => {},
      ({ create }) => create("lib/fields.ts", ""),
    ),
  ).toEqual(["step 2 doesn't name lib/fields.ts"]);
});

test("reports more files than the recipe allows", () => {
  const steps = [
    () => {},
    ({ create }) => {
      for (const name of ["a", "b", "c"]) create(`server/records/${name}.ts`, "");
    },
  ];
  expect(followed(...steps)).toEqual([
    "touches 3 files, at most 2: server/records/a.ts, server/records/b.ts, server/records/c.ts",
  ]);
});

test("reports a wrong number of steps, and a recipe without checklist", () => {
  const recipe = { title: "A screen", steps: [() => {}, () => {}] };
  expect(follow(folder, recipe, screen)).toEqual(["has 1 steps, but scripts/recipes follows 2"]);
  expect(follow(folder, recipe, undefined)).toEqual(["has 0 steps, but scripts/recipes follows 2"]);
});

test("refuses an anchor that isn't there exactly once", () => {
  expect(() =>
    followed(
      ({ insert }) => insert("lib/fields.ts", "nowhere", ""),
      () => {},
    ),
  ).toThrow("lib/fields.ts has 0 lines that start with nowhere");
});
