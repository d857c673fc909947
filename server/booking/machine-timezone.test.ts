import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ZONES } from "#server/testing/slots.ts";

function answersIn(TZ: string): { noon: string; answers: unknown[] } {
  const program = join(import.meta.dirname, "../testing/machine-timezone.ts");
  const env = { ...process.env, TZ, NODE_OPTIONS: "" };
  return JSON.parse(
    execFileSync(process.execPath, ["--no-warnings", program], { env, encoding: "utf8", maxBuffer: 2 ** 26 }),
  );
}

test("doesn't depend on the machine's timezone", () => {
  const utc = answersIn("UTC");
  expect(utc.noon).toBe("2026-07-01T12:00:00.000Z");
  expect(utc.answers).toHaveLength(ZONES.length);
  for (const [timezone, noon] of [
    ["Australia/Sydney", "2026-07-01T02:00:00.000Z"],
    ["America/Los_Angeles", "2026-07-01T19:00:00.000Z"],
  ] as const) {
    expect(answersIn(timezone)).toEqual({ noon, answers: utc.answers });
  }
});
