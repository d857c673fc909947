import { handlers } from "#server/app.ts";
import type { Handlers } from "./handler.ts";

test("an endpoint without a handler does not compile", () => {
  const { "notes.create": _, ...rest } = handlers;
  // @ts-expect-error: nothing answers notes.create
  const incomplete: Handlers = rest;
  expect(incomplete).not.toHaveProperty("notes.create");
});

test("a handler of a public endpoint has no user", () => {
  const visitor = {
    // @ts-expect-error: nobody is signed in there
    "visitor.page": ({ user }) => user,
    "notes.delete": ({ user }) => void user.role,
  } satisfies Partial<Handlers>;
  expect(Object.keys(visitor)).toHaveLength(2);
});

test("a handler with a wrong answer does not compile", () => {
  const note = {
    ...{ id: "1", content: "Likes pearls", contactId: "2", createdBy: null, version: 1 },
    ...{ pinnedAt: null, pinnedBy: null, mentions: [], files: [] },
  };
  const listed = { ...note, createdAt: new Date(), updatedAt: new Date() };
  const clerk = {
    id: "1",
    firstName: "",
    lastName: "",
    email: "",
    role: { name: "CLERK" as const },
    isPending: false,
  };
  const wrong: Partial<Handlers>[] = [
    { "notes.ofContact": () => [listed] },
    // @ts-expect-error: without its times
    { "notes.ofContact": () => [note] },
    // @ts-expect-error: one instead of a list
    { "notes.ofContact": () => listed },
    // @ts-expect-error: nobody reads what a row does not name
    { "notes.delete": () => ({ deleted: true }) },
    // @ts-expect-error: a role that there is not
    { "team.list": () => [clerk] },
  ];
  expect(wrong).toHaveLength(5);
});
