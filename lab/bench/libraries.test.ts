import { modulesIn } from "./libraries.ts";

test("finds each module of a build and its files", () => {
  const file = (...modules: string[]) =>
    `(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push([void 0,${modules.join(",")}]);`;
  const found = modulesIn(
    new Map([
      ["a.js", file("1,e=>e.b", "2,e=>e.c")],
      ["b.js", file("2,t=>t.c")],
    ]),
  );
  expect([...found]).toEqual([
    [1, { code: "e=>e.b", files: ["a.js"] }],
    [2, { code: "e=>e.c", files: ["a.js", "b.js"] }],
  ]);
});
