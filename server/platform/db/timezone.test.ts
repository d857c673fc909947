import { readdirSync, readFileSync } from "node:fs";
import { timestamp } from "./timezone.ts";

test("instants that Postgres and JavaScript format differently become infinity", () => {
  expect(timestamp(Date.parse("2026-11-01T04:00Z"))).toBe("2026-11-01T04:00:00.000Z");
  expect(timestamp(Date.parse("0000-12-31T23:59:59.999Z"))).toBe("-infinity");
  expect(timestamp(Date.parse("9999-12-31T23:59:59.999Z") + 1)).toBe("infinity");
});

test("no SQL of the host names a time zone", () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  const found = files.filter((path) =>
    /\bat time zone (?!'UTC')|\bdate_trunc\(|\btimezone\(|set local timezone = (?!'UTC')/i.test(
      readFileSync(`server/${path}`, "utf8"),
    ),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
