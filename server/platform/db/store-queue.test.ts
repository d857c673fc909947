import type pg from "pg";
import { createDatabase, StoreQueue } from "./client.ts";
import { newId } from "./id.ts";
import { asJob, asRequest } from "./request.ts";

const turn = () => new Promise(setImmediate);

function held() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((end) => ends.push(end));
    return name;
  };
  return { begun, work, endNext: () => ends.shift()?.() };
}

test("a rush of writes leaves connections for other stores", async () => {
  let taken = 0;
  const connect = async () => {
    taken += 1;
    return { release: () => (taken -= 1) };
  };
  const database = createDatabase({ connect } as unknown as pg.Pool, () =>
    Promise.reject(new Error("not needed")),
  );
  const [rushed, other] = [newId(), newId()];
  const { begun, work, endNext } = held();
  const rush = Array.from({ length: 50 }, (_, i) => database.tenant(rushed, work(String(i))));
  await turn();
  expect(taken).toBe(3);
  expect(await database.tenant(other, async () => "saved")).toBe("saved");
  for (let done = 0; done < 50; done++) {
    endNext();
    await turn();
  }
  expect(await Promise.all(rush)).toEqual(rush.map((_, i) => String(i)));
  expect(begun).toEqual(rush.map((_, i) => String(i)));
  expect(taken).toBe(0);
});

test("refuses with 503 when the queue is full", async () => {
  const queue = new StoreQueue({ parallel: 1, maxWaiting: 1, maxWaitMs: 60_000 });
  const { begun, work, endNext } = held();
  const [first, second] = [queue.run("a", work("first")), queue.run("a", work("second"))];
  const refused = asRequest("1", () => queue.run("a", work("third")));
  await expect(refused).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  const elsewhere = queue.run("b", work("elsewhere"));
  for (let i = 0; i < 3; i++) {
    endNext();
    await turn();
  }
  expect(await Promise.all([first, second, elsewhere])).toEqual(["first", "second", "elsewhere"]);
  expect(begun.toSorted()).toEqual(["elsewhere", "first", "second"]);
});

test("a request that waits too long gets a 503", async () => {
  const queue = new StoreQueue({ parallel: 1, maxWaiting: 9, maxWaitMs: 5 });
  const { begun, work, endNext } = held();
  const first = queue.run("a", work("first"));
  const job = asJob("a job", () => queue.run("a", work("job")));
  const late = asRequest("1", () => queue.run("a", work("late")));
  await expect(late).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  for (let i = 0; i < 2; i++) {
    endNext();
    await turn();
  }
  await Promise.all([first, job]);
  const failing = queue.run("a", () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  const last = queue.run("a", work("last"));
  await turn();
  endNext();
  expect([await last, begun]).toEqual(["last", ["first", "job", "last"]]);
});
