import { timeDataWarning } from "./data-version.ts";

test("warns about old or differing time zone data", () => {
  const now = new Date("2026-11-28");
  expect(timeDataWarning(now, "2025b")).toBeNull();
  expect(timeDataWarning(now, "2024b")).toContain("over a year old");
  expect(timeDataWarning(now, "")).toContain("doesn’t say");
  expect(timeDataWarning(now, "2026c", "2026a")).toContain("The web app has other time zone data (2026a)");
});
