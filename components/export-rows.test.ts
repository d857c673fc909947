import { exportContacts, exportSales, readAll } from "#components/export-rows.ts";
import { call } from "#lib/api/call.ts";
import { moneyOf } from "#lib/contract/money.ts";
import { saveFile } from "#lib/save-file.ts";

jest.mock("#lib/api/call.ts", () => ({ call: jest.fn() }));
jest.mock("#lib/save-file.ts", () => ({ ...jest.requireActual("#lib/save-file.ts"), saveFile: jest.fn() }));

const asked = jest.mocked(call);
const never = new AbortController().signal;
const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ id: String(from + i) }));

function host(...pages: object[][]) {
  asked.mockReset();
  asked.mockImplementation(
    async (_, { query }: { query?: { page?: number } }) => pages[(query?.page ?? 1) - 1] ?? [],
  );
}

test("reads all pages with the search", async () => {
  host(ids(0, 100), ids(100, 150));
  const onRead = jest.fn();
  expect(await readAll("contacts.list", " zoe ", { onRead, signal: never })).toHaveLength(150);
  expect(onRead.mock.calls).toEqual([[100], [150]]);
  expect(asked.mock.calls[1]).toEqual([
    "contacts.list",
    { query: { page: 2, limit: 100, sort: "createdAt:desc", search: "zoe" } },
  ]);
});

test("reads everything from a host with shorter or no pages", async () => {
  host(ids(0, 50), ids(50, 100), ids(100, 101));
  expect(await readAll("sales.list", "", { onRead: () => {}, signal: never })).toHaveLength(101);
  const everything = ids(0, 240);
  asked.mockReset();
  asked.mockResolvedValue(everything);
  expect(await readAll("sales.list", "", { onRead: () => {}, signal: never })).toEqual(everything);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("skips repeated rows when rows are added during the export", async () => {
  host(ids(0, 100), ids(99, 150));
  expect(await readAll("contacts.list", "", { onRead: () => {}, signal: never })).toEqual(ids(0, 150));
});

test("stops reading when stopped", async () => {
  host(ids(0, 100), ids(100, 200), ids(200, 300));
  const stop = new AbortController();
  const onRead = () => stop.abort();
  expect(await readAll("contacts.list", "", { onRead, signal: stop.signal })).toBeNull();
  expect(asked).toHaveBeenCalledTimes(1);
});

test("writes dates that mean the same in every country", async () => {
  const anniversary = "1604-12-05T12:00:00.000Z";
  host([{ id: "1", firstName: "Amara", birthday: "1968-03-04T12:00:00.000Z", anniversary }]);
  const money = moneyOf({ currency: "EUR", notation: "de-DE" });
  const watch = { onRead: () => {}, signal: never };
  expect(await exportContacts({ search: "", money, complete: false }, watch)).toBe(1);
  expect(jest.mocked(saveFile).mock.calls[0]?.[1]).toContain(`,1968-03-04,"'--12-05",`);
});

test("writes further emails and numbers in one cell", async () => {
  const addresses = [{ address: "amara@work.example" }, { address: "+1 212 555 0199" }];
  host([{ id: "1", firstName: "Amara", addresses }]);
  asked.mockResolvedValueOnce([]);
  const money = moneyOf({ currency: "USD", notation: "en-US" });
  await exportContacts({ search: "", money, complete: true }, { onRead: () => {}, signal: never });
  const [head, line] = String(jest.mocked(saveFile).mock.lastCall?.[1]).split("\r\n");
  expect(head).toContain(",More emails and numbers");
  expect(line).toContain(',"amara@work.example\n+1 212 555 0199"');
});

test("writes the store's names of payment methods", async () => {
  host([{ id: "1", contact: null, cost: 85, paid: 85, open: 0, method: "Card" }]);
  asked.mockResolvedValueOnce([]);
  const money = moneyOf({ currency: "USD", notation: "en-US" });
  const wanted = { search: "", money, methods: { Card: "Terminal" }, complete: true };
  await exportSales(wanted, { onRead: () => {}, signal: never });
  expect(jest.mocked(saveFile).mock.lastCall?.[1]).toContain(",Terminal,");
});
