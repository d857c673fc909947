import { handlers } from "./app.ts";
import type { Handlers } from "./handler.ts";

// Each expected error is one of tsc (`npm run check`).
test("a row without its handler does not compile", () => {
  const { "notes.create": _, ...rest } = handlers;
  // @ts-expect-error: nothing answers notes.create
  const incomplete: Handlers = rest;
  expect(incomplete).not.toHaveProperty("notes.create");
});

test("a handler of a public row knows no user", () => {
  const visitor = {
    // @ts-expect-error: nobody is signed in there
    "visitor.page": ({ user }) => user,
    "notes.delete": ({ user }) => void user.role,
  } satisfies Partial<Handlers>;
  expect(Object.keys(visitor)).toHaveLength(2);
});
