import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Found } from "#server/testing/hostile-calendars.ts";

test("hostile calendars delay nobody and never show free time", async () => {
  const program = join(import.meta.dirname, "../../testing/hostile-calendars.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", program]);
  const { found, order } = JSON.parse(stdout) as { found: Found[]; order: string[] };
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter(({ held }) => held >= 5)).toEqual([]);
  const free = found.filter(({ answer }) => !/^([1-9]\d* events|later|never)$/.test(answer));
  expect(free).toEqual([]);
  expect(order).toHaveLength(41);
  expect(order.at(-1)).toBe("busy");
}, 600_000);
