import { type Job, startJobs } from "./loop.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);

function job(name: string, run: () => Promise<unknown> = async () => {}) {
  return { name, run: jest.fn(run) } satisfies Job;
}

test("each job runs at once, and every two seconds from then on", async () => {
  const jobs = [job("a"), job("b")];
  const { stop } = startJobs(jobs, () => {});
  await seconds(0);
  for (const { run } of jobs) expect(run).toHaveBeenCalledTimes(1);
  await seconds(10);
  for (const { run } of jobs) expect(run).toHaveBeenCalledTimes(6);
  await stop();
  await seconds(10);
  for (const { run } of jobs) expect(run).toHaveBeenCalledTimes(6);
});

test("it wakes when there is something to do, also what was told while it ran", async () => {
  let end = () => {};
  const slow = job("slow", () => new Promise<void>((resolve) => (end = resolve)));
  const { wake, stop } = startJobs([slow], () => {});
  wake();
  wake();
  await seconds(60);
  // Never twice at the same time.
  expect(slow.run).toHaveBeenCalledTimes(1);
  end();
  await seconds(0);
  expect(slow.run).toHaveBeenCalledTimes(2);
  end();
  await seconds(1);
  wake();
  await seconds(0);
  expect(slow.run).toHaveBeenCalledTimes(3);
  end();
  await stop();
});

test("a job that fails is logged, left alone for a while, and holds up no other", async () => {
  const events: unknown[] = [];
  const bad = job("bad", () => Promise.reject(new Error("no")));
  const good = job("good");
  const { stop } = startJobs([bad, good], (event, fields) => events.push([event, fields]));
  await seconds(14);
  expect(bad.run).toHaveBeenCalledTimes(1);
  expect(good.run).toHaveBeenCalledTimes(8);
  expect(events).toEqual([["job failed", expect.objectContaining({ job: "bad", message: "no" })]]);
  await seconds(1);
  expect(bad.run).toHaveBeenCalledTimes(2);
  await stop();
});

test("it has stopped when the work that it began has ended", async () => {
  let end = () => {};
  const slow = job("slow", () => new Promise<void>((resolve) => (end = resolve)));
  const finish = jest.fn(async () => {});
  const { stop } = startJobs([{ ...slow, stop: finish }], () => {});
  await seconds(0);
  const stopped = jest.fn();
  const stopping = stop().then(stopped);
  await seconds(10);
  expect(stopped).not.toHaveBeenCalled();
  end();
  await stopping;
  expect(finish).toHaveBeenCalledTimes(1);
  expect(slow.run).toHaveBeenCalledTimes(1);
});

test("what takes long and can be done anew is given up before its end is awaited", async () => {
  let end = () => {};
  const slow = job("slow", () => new Promise<void>((resolve) => (end = resolve)));
  const { stop } = startJobs([{ ...slow, abort: () => end() }], () => {});
  await seconds(0);
  await stop();
  expect(slow.run).toHaveBeenCalledTimes(1);
});
