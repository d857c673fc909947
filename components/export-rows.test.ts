import { readAll } from "#components/export-rows.ts";
import { call } from "#lib/api/call.ts";

jest.mock("#lib/api/call.ts", () => ({ call: jest.fn() }));

const asked = jest.mocked(call);
const never = new AbortController().signal;
const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ id: String(from + i) }));

/** A host that answers these pages, and nothing after them. */
function host(...pages: object[][]) {
  asked.mockReset();
  asked.mockImplementation(
    async (_, { query }: { query?: { page?: number } }) => pages[(query?.page ?? 1) - 1] ?? [],
  );
}

test("all pages are read, with the search", async () => {
  host(ids(0, 100), ids(100, 150));
  const onRead = jest.fn();
  expect(await readAll("contacts.list", " zoe ", { onRead, signal: never })).toHaveLength(150);
  expect(onRead.mock.calls).toEqual([[100], [150]]);
  expect(asked.mock.calls[1]).toEqual([
    "contacts.list",
    { query: { page: 2, limit: 100, sort: "createdAt:desc", search: "zoe" } },
  ]);
});

test("a host with shorter pages, or with none, loses nothing and never ends up in a circle", async () => {
  host(ids(0, 50), ids(50, 100), ids(100, 101));
  expect(await readAll("sales.list", "", { onRead: () => {}, signal: never })).toHaveLength(101);
  const everything = ids(0, 240);
  asked.mockReset();
  asked.mockResolvedValue(everything);
  expect(await readAll("sales.list", "", { onRead: () => {}, signal: never })).toEqual(everything);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("rows that were added meanwhile shift the pages, and none comes twice", async () => {
  host(ids(0, 100), ids(99, 150));
  expect(await readAll("contacts.list", "", { onRead: () => {}, signal: never })).toEqual(ids(0, 150));
});

test("nothing more is asked once it is stopped", async () => {
  host(ids(0, 100), ids(100, 200), ids(200, 300));
  const stop = new AbortController();
  const onRead = () => stop.abort();
  expect(await readAll("contacts.list", "", { onRead, signal: stop.signal })).toBeNull();
  expect(asked).toHaveBeenCalledTimes(1);
});
