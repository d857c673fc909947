import { readFileSync } from "node:fs";
import type { Status } from "#lib/contract/status.ts";
import { backupLines, calendarLines, jobLines, mailLines, worst } from "./status-lines.ts";

const AT = "2026-11-23T12:00:00Z";
const minutesAgo = (minutes: number) => new Date(Date.parse(AT) - minutes * 60_000).toISOString();
const mail: Status["mail"] = {
  ...{ way: "account", address: "shop@example.com", error: "" },
  ...{ waiting: 0, oldestDueAt: null, sent: 3, failed: 0, unknown: 0 },
};
const job = { name: "send mails", since: null, endedAt: AT, failingSince: null };
const backups = { isKept: true, nextAt: AT, lastAt: minutesAgo(60), isSealed: true, problem: "" };
const status: Status = {
  ...{ at: AT, mail, calendars: { accounts: [], unwritten: 0, refused: 0 }, backups },
  host: {
    timeData: "2026c",
    ...{ version: "1.0.0", schema: "0001_x", database: "embedded", startedAt: AT },
    ...{ troubles: [], jobs: [job, { ...job, name: "back up" }] },
  },
};
const ofMail = (more: Partial<Status["mail"]>) => mailLines({ ...status, mail: { ...mail, ...more } });
const account = {
  ...{ id: "1", name: "Ada", address: "a@b.c", provider: "imap" as const, error: "", isSilent: false },
};

test("reports every part as working", () => {
  for (const lines of [mailLines, calendarLines, jobLines, backupLines])
    expect([lines.name, worst(lines(status))]).toEqual([lines.name, "well"]);
});

test("email: a rejected account doesn't work; late, failed, unknown or missing emails need attention", () => {
  expect(worst(ofMail({ error: "535 refused" }))).toBe("wrong");
  expect(ofMail({ error: "535 refused" })[0]?.text).toBe("shop@example.com is refused: 535 refused");
  for (const more of [{ way: "none" }, { way: "kept" }, { failed: 1 }, { unknown: 1 }] as const)
    expect(worst(ofMail(more))).toBe("careful");
  expect(worst(ofMail({ waiting: 2, oldestDueAt: minutesAgo(9) }))).toBe("well");
  expect(worst(ofMail({ waiting: 2, oldestDueAt: minutesAgo(11) }))).toBe("careful");
});

test("calendars: reports rejected or unavailable ones and rejected appointments", () => {
  const of = (more: object) =>
    worst(calendarLines({ ...status, calendars: { ...status.calendars, ...more } }));
  expect(of({ accounts: [account] })).toBe("well");
  expect(of({ accounts: [account, { ...account, error: "Refused" }] })).toBe("wrong");
  expect(of({ accounts: [{ ...account, isSilent: true }] })).toBe("wrong");
  expect([of({ unwritten: 1 }), of({ refused: 1 })]).toEqual(["careful", "wrong"]);
});

test("jobs: names failing ones, and shows the host's problems", () => {
  const failing = { ...job, failingSince: minutesAgo(3) };
  const lines = jobLines({ ...status, host: { ...status.host, jobs: [failing, job], troubles: ["Full."] } });
  expect(lines.map(({ sign }) => sign)).toEqual(["wrong", "careful", "well"]);
  expect(lines[1]?.text).toMatch(/^Sending email: has failed since /);
});

test("jobs: labels every job of our host", () => {
  const source = readFileSync("server/jobs/jobs.ts", "utf8");
  const names = [...source.matchAll(/\b(?:name: |untilDone\()"([^"]+)"/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  const failing = names.map((name) => ({ ...job, name, failingSince: minutesAgo(3) }));
  const lines = jobLines({ ...status, host: { ...status.host, jobs: failing } });
  for (const name of names) expect(lines.filter(({ text }) => text.startsWith(`${name}:`))).toEqual([]);
});

test("backups: old or unencrypted ones need attention, a failed one doesn't work, a shared host shows none", () => {
  const of = (more: Partial<NonNullable<Status["backups"]>>) =>
    worst(backupLines({ ...status, backups: { ...backups, ...more } }));
  expect(of({ problem: "The disk is full." })).toBe("wrong");
  const open = [{ isKept: false }, { lastAt: null }, { nextAt: null }, { isSealed: false }];
  for (const more of [...open, { lastAt: minutesAgo(49 * 60) }]) expect(of(more)).toBe("careful");
  expect(backupLines({ ...status, backups: null })).toEqual([]);
});
