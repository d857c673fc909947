import { readDraft, waitingKey } from "#lib/drafts.ts";
import { keepWaiting, sendWaiting, type WaitingRepair } from "./waiting-repairs.ts";

const repair = (ticket: string) =>
  ({
    ...{ key: `key-${ticket}`, ticket, values: { name: ticket } },
    contact: { firstName: "Farah", lastName: "" },
    body: { name: ticket, contact: { id: "", name: "Farah" } },
  }) as unknown as WaitingRepair;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test("sends a waiting repair again, and opens a refused one as a draft", async () => {
  const asked: string[] = [];
  const statuses = [200, 500, 200, 422];
  Object.assign(globalThis, {
    fetch: async (url: string, { headers }: { headers: Record<string, string> }) => {
      asked.push(`${url} ${headers["idempotency-key"]}`);
      const status = statuses.shift() ?? 500;
      const answer = status === 200 ? { id: "c1", prefix: "R", number: 1001, token: "t" } : { message: "No" };
      return new Response(JSON.stringify(answer), { status });
    },
  });
  keepWaiting("amara", repair("K7-4"));
  await sendWaiting("amara");
  expect(localStorage.getItem(waitingKey("amara"))).toContain('"id":"c1"');
  await sendWaiting("amara");
  expect(localStorage.getItem(waitingKey("amara"))).toBeNull();
  expect(asked.map((one) => one.split(" ")[1])).toEqual(["key-K7-4", "key-K7-4", "key-K7-4"]);
  expect(asked.filter((one) => one.includes("createContact"))).toHaveLength(1);
  keepWaiting("amara", repair("B2-1"));
  await sendWaiting("amara");
  expect(localStorage.getItem(waitingKey("amara"))).toBeNull();
  expect(readDraft("amara", "repair ")?.values).toEqual({ name: "B2-1" });
});
