import type { Cache } from "swr";
import { changeRow, refresh } from "./cache.ts";

function swr(entries: Record<string, unknown>) {
  const cache = new Map<string, { data?: unknown }>(
    Object.entries(entries).map(([key, data]) => [key, { data }]),
  );
  return { cache, mutate: (key: string, data: unknown) => cache.set(key, { data }) };
}

const page = (...ids: string[]) => ({ rows: ids.map((id) => ({ id, name: `old ${id}` })), full: true });

test("replaces a row everywhere, and restores it after a refusal", () => {
  const list = "$inf$contacts.list /contacts/?page=1";
  const both = swr({
    [list]: [page("1", "2"), page("3")],
    "contacts.list /contacts/?page=1": page("1", "2"),
    "contacts.get /contacts/2": { id: "2", name: "old 2" },
    "sales.list /purchases": page("2"),
  });
  const before = new Map(both.cache);
  const undo = changeRow(both, "contacts", "2", (row) => ({ ...row, name: "new" }));
  expect(both.cache.get(list)?.data).toMatchObject([
    { rows: [{ name: "old 1" }, { name: "new" }] },
    page("3"),
  ]);
  expect(both.cache.get("contacts.get /contacts/2")?.data).toEqual({ id: "2", name: "new" });
  expect(both.cache.get("sales.list /purchases")?.data).toEqual(page("2"));
  undo();
  expect([...both.cache].map(([key, { data }]) => [key, data])).toEqual(
    [...before].map(([key, { data }]) => [key, data]),
  );
});

test("keeps later changes when it restores a row", () => {
  const list = "$inf$sales.list /purchases?page=1";
  const first = "sales.list /purchases?page=1";
  const both = swr({
    [list]: [page("1", "2", "3"), page("4", "5")],
    [first]: page("1", "2", "3"),
    "sales.ofContact /of/9": page("2", "3").rows,
  });
  const ids = (key: string) =>
    JSON.parse(JSON.stringify(both.cache.get(key)?.data), (_, value) => value?.rows ?? value?.id ?? value);
  const refused = changeRow(both, "sales", "2", null);
  changeRow(both, "sales", "1", null);
  changeRow(both, "sales", "4", (row) => ({ ...row, name: "new" }));
  expect(ids(list)).toEqual([["3"], ["4", "5"]]);
  refused();
  expect(ids(list)).toEqual([
    ["2", "3"],
    ["4", "5"],
  ]);
  expect(ids(first)).toEqual(["2", "3"]);
  expect(ids("sales.ofContact /of/9")).toEqual(["2", "3"]);
  expect(both.cache.get(list)?.data).toMatchObject([{}, { rows: [{ name: "new" }, {}] }]);
});

test("doesn't duplicate a reloaded row", () => {
  const list = "sales.list /purchases?page=1";
  const both = swr({ [list]: page("1", "2"), "sales.list /purchases?page=2": page("1") });
  const refused = changeRow(both, "sales", "1", null);
  both.cache.set(list, { data: page("0", "1", "2") });
  both.cache.delete("sales.list /purchases?page=2");
  refused();
  expect(both.cache.get(list)?.data).toEqual(page("0", "1", "2"));
  expect(both.cache.get("sales.list /purchases?page=2")?.data).toBeUndefined();
});

test("keeps a page's fullness when a row is removed", () => {
  const both = swr({ "contacts.list /contacts/?page=1": page("1", "2") });
  changeRow(both, "contacts", "1", null);
  expect(both.cache.get("contacts.list /contacts/?page=1")?.data).toEqual({ ...page("2"), full: true });
});

test("forgets the pages of hidden endless lists", () => {
  const page = "timeline.ofContact /contacts/9/timeline";
  const { cache } = swr({
    [`$inf$${page}`]: [[{ id: "1" }]],
    [page]: [{ id: "1" }],
    "sales.get /2": { id: "2" },
  });
  const mutate = jest.fn();
  refresh({ cache: cache as Cache, mutate }, "sales", "create", ["sales", "timeline"]);
  expect([...cache.keys()]).toEqual(["sales.get /2"]);
});
