/** @jest-environment node */
import { clockFrom } from "./clock.ts";

test("the clock is the machine's, or goes on from where it was set", () => {
  expect(Math.abs(clockFrom()().getTime() - Date.now())).toBeLessThan(5_000);
  const set = clockFrom("2026-03-08T12:59:00Z");
  expect(set().toISOString()).toMatch(/^2026-03-08T12:59:0\d/);
  expect(() => clockFrom("soon")).toThrow("CLOCK is no instant: soon");
});
