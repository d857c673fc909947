import { keepWaiting, type WaitingRepair } from "#lib/api/waiting-repairs.ts";
import { watchWaiting } from "./watch-waiting.ts";

const waiting = { ticket: "K7-4", contact: null, body: {}, values: {} } as unknown as WaitingRepair;

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test("tries again until it ends", async () => {
  const fetch = jest.fn(async () => Response.json({ message: "No" }, { status: 500 }));
  Object.assign(globalThis, { fetch });
  keepWaiting("amara", waiting);
  keepWaiting("ben", waiting);
  const stop = watchWaiting("amara");
  await jest.advanceTimersByTimeAsync(1_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event("online"));
  await jest.advanceTimersByTimeAsync(1_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(4);
  stop();
  window.dispatchEvent(new Event("online"));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(4);
});
