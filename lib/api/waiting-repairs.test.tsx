import { sparesKey, waitingKey } from "#lib/drafts.ts";
import { notifications } from "#lib/notifications.ts";
import {
  keepWaiting,
  nextSpare,
  sendWaiting,
  type WaitingRepair,
  waitingRepairs,
} from "./waiting-repairs.ts";

const repair = (ticket: string) =>
  ({
    ...{ ticket, values: { name: ticket } },
    contact: { firstName: "Farah", lastName: "", email: "", phoneNumber: "555" },
    body: { name: ticket, contact: { id: "", name: "Farah" } },
  }) as unknown as WaitingRepair;

let asked: { url: string; key: string }[];
let statuses: number[];

beforeEach(() => {
  localStorage.clear();
  [asked, statuses] = [[], []];
  Object.assign(globalThis, {
    fetch: async (url: string, { headers }: { headers: Record<string, string> }) => {
      asked.push({ url, key: headers["idempotency-key"] ?? "" });
      const status = statuses.shift() ?? 500;
      const answer = status === 200 ? { id: "c1", prefix: "R", number: 1001, token: "t" } : { message: "No" };
      return new Response(JSON.stringify(answer), { status });
    },
  });
});
afterEach(() => jest.restoreAllMocks());

test("retries with one contact", async () => {
  statuses = [200, 500, 200];
  keepWaiting("amara", repair("K7-4"));
  await sendWaiting("amara");
  expect(waitingRepairs("amara")).toMatchObject([{ contact: null, body: { contact: { id: "c1" } } }]);
  await sendWaiting("amara");
  expect(localStorage.getItem(waitingKey("amara"))).toBeNull();
  expect(JSON.stringify(notifications.get())).toContain("K7-4 saved as R-1001");
  expect(asked.filter(({ url }) => url.includes("createContact"))).toHaveLength(1);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  expect(asked[0]?.key).toMatch(/^user-amara-\w{32}$/);
});

test("keeps a refused repair until it is corrected", async () => {
  statuses = [200, 422, 200, 200, 409];
  for (const ticket of ["K7-4", "B2-1", "C3-3"]) keepWaiting("amara", repair(ticket));
  await sendWaiting("amara");
  const found = { id: "c1", name: "Farah", email: "", phoneNumber: "555" };
  expect(waitingRepairs("amara")).toMatchObject([
    { ticket: "K7-4", refused: "No", contact: null, values: { name: "K7-4", contact: { found } } },
    { ticket: "C3-3", contact: { firstName: "Farah" } },
  ]);
  expect(waitingRepairs("amara")[1]?.refused).toBeUndefined();
  keepWaiting("amara", { ...repair("K7-4"), contact: null });
  statuses = [200, 200, 200];
  await sendWaiting("amara");
  expect(waitingRepairs("amara")).toEqual([]);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(4);
});

test("skips refused repairs", async () => {
  statuses = [403, 422];
  keepWaiting("amara", repair("K7-4"));
  for (let i = 0; i < 3; i++) await sendWaiting("amara");
  expect(asked).toHaveLength(2);
});

test("keeps unused spares", () => {
  const spare = { token: "t-1", draft: "d-1", at: Date.now() };
  localStorage.setItem(sparesKey("amara"), JSON.stringify([spare]));
  expect([nextSpare("amara"), nextSpare("amara")]).toMatchObject([{ token: "t-1" }, { token: "t-1" }]);
  const kept = repair("K7-4");
  keepWaiting("amara", { ...kept, body: { ...kept.body, draft: "d-1" } });
  expect(nextSpare("amara", "K7-4")).toEqual({
    ...{ prefix: "", number: null, code: "K7-4", token: null, draft: undefined },
  });
});

test("survives broken storage", async () => {
  localStorage.setItem(waitingKey("amara"), "{broken");
  await sendWaiting("amara");
  expect(waitingRepairs("amara")).toEqual([]);
  const full = jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(keepWaiting("amara", repair("K7-4"))).toBe(false);
  full.mockRestore();
  expect(keepWaiting("amara", repair("K7-4"))).toBe(true);
  statuses = [200, 200];
  await sendWaiting("amara");
  expect(waitingRepairs("amara")).toEqual([]);
});
