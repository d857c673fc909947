import { type Job, startJobs } from "./loop.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);

function job(name: string, run: () => Promise<unknown> = async () => {}) {
  return { name, run: jest.fn(run) } satisfies Job;
}

test("runs each job immediately, and then every two seconds", async () => {
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

test("wakes a job, also while it runs", async () => {
  let end = () => {};
  const slow = job("slow", () => new Promise<void>((resolve) => (end = resolve)));
  const { wake, stop } = startJobs([slow], () => {});
  wake();
  wake();
  await seconds(60);
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

describe("a job that knows when it has work", () => {
  let left = 0;
  const timed = (run: () => Promise<unknown> = async () => {}) => ({
    ...job("timed", run),
    dueIn: jest.fn(async () => left),
  });

  test("sleeps until then", async () => {
    left = 5_000;
    const its = timed();
    const { stop } = startJobs([its], () => {});
    await seconds(4);
    expect(its.run).not.toHaveBeenCalled();
    left = 0;
    await seconds(1);
    expect(its.run).toHaveBeenCalledTimes(1);
    await seconds(2);
    expect(its.run).toHaveBeenCalledTimes(2);
    await stop();
  });

  test("looks again after a minute", async () => {
    left = Number.POSITIVE_INFINITY;
    const its = timed();
    const { stop } = startJobs([its], () => {});
    await seconds(59);
    expect(its.dueIn).toHaveBeenCalledTimes(1);
    left = 0;
    await seconds(1);
    expect(its.run).toHaveBeenCalledTimes(1);
    await stop();
  });

  test("looks within two seconds of a write", async () => {
    left = Number.POSITIVE_INFINITY;
    let write = () => {};
    const its = timed(async () => {
      left = Number.POSITIVE_INFINITY;
      write();
    });
    const { wake, stir, stop } = startJobs([its], () => {});
    await seconds(0);
    left = 0;
    stir();
    stir();
    await seconds(1);
    expect(its.run).not.toHaveBeenCalled();
    await seconds(1);
    expect(its.run).toHaveBeenCalledTimes(1);
    await seconds(10);
    left = 0;
    write = stir;
    wake();
    await seconds(0);
    expect(its.run).toHaveBeenCalledTimes(2);
    left = 0;
    await seconds(2);
    expect(its.run).toHaveBeenCalledTimes(3);
    await stop();
  });

  test("runs at once when it is woken", async () => {
    left = Number.POSITIVE_INFINITY;
    const its = timed();
    const { wake, stop } = startJobs([its], () => {});
    await seconds(30);
    left = 0;
    wake();
    await seconds(0);
    expect(its.run).toHaveBeenCalledTimes(1);
    await stop();
  });

  test("is retried if the question fails", async () => {
    const its = timed();
    its.dueIn.mockRejectedValueOnce(new Error("no"));
    left = 0;
    const { stop } = startJobs([its], () => {});
    await seconds(15);
    expect(its.run).toHaveBeenCalledTimes(1);
    await stop();
  });
});

test("logs a failed job, waits, and runs the others", async () => {
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

test("stop resolves when the running work has ended", async () => {
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

test("calls `abort` before it waits for a long job", async () => {
  let end = () => {};
  const slow = job("slow", () => new Promise<void>((resolve) => (end = resolve)));
  const { stop } = startJobs([{ ...slow, abort: () => end() }], () => {});
  await seconds(0);
  await stop();
  expect(slow.run).toHaveBeenCalledTimes(1);
});
