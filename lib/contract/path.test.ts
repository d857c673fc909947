import { urlOf, urlOfSerialized } from "./path.ts";
import { serializeInput } from "./query.ts";
import { names, route } from "./routes.ts";

test.each([
  ["contacts.list", { query: { page: 2, search: "a?b/c", sort: "" } }],
  ["contacts.get", { params: { id: "c-1" } }],
  ["people.hours", { params: { id: "p1" }, query: { day: "2026-11-28" } }],
  ["users.me", {}],
] as const)("%s has the same URL by its address", (name, input) => {
  expect(urlOfSerialized(name, serializeInput(input))).toBe(urlOf(name, input));
});

test("refuses an address whose param isn’t an id", () => {
  expect(() => urlOfSerialized("contacts.get", "/../users")).toThrow(TypeError);
});

test("no path has two params, because an address has one", () => {
  expect(names.filter((name) => route(name).path.split("{").length > 2)).toEqual([]);
});
