import { sql } from "drizzle-orm";
import type { Turn } from "#server/jobs/loop.ts";
import { testHost } from "#server/testing/host.ts";
import { problemsOf } from "./readiness.ts";

const host = testHost();
const NOW = Date.parse("2026-11-23T12:00:00Z");
const minutesAgo = (minutes: number) => NOW - minutes * 60_000;
const idle: Turn = {
  ...{ name: "send mails", startedAt: minutesAgo(500), since: null },
  ...{ endedAt: minutesAgo(0), failingSince: null },
};
const watched = async (turn: Partial<Turn> = {}, more: object = {}) =>
  problemsOf({
    database: await host.database(),
    turns: () => [idle, { ...idle, ...turn }],
    now: () => NOW,
    ...more,
  });

test("a host with a database and finished jobs is ready", async () => {
  expect(await watched({ since: minutesAgo(14), failingSince: minutesAgo(9) })).toEqual([]);
});

test("names a job that hangs or keeps failing", async () => {
  expect(await watched({ since: minutesAgo(16) })).toEqual([
    "The job “send mails” has been running for 16 minutes.",
  ]);
  expect(await watched({ since: minutesAgo(16), failingSince: minutesAgo(11) })).toEqual([
    "The job “send mails” has failed for 11 minutes.",
  ]);
});

test("reports a full disk along with an unavailable database", async () => {
  const checkDisk = () => Promise.reject(new Error("full"));
  const away = { ...(await host.database()), system: () => Promise.reject(new Error("gone")) };
  const troubles = ["The database does not answer.", expect.stringMatching(/^The disk .* nearly full/)];
  expect(await watched({}, { checkDisk, database: away })).toEqual(troubles);
  const hangs = { ...away, system: () => new Promise(() => {}) };
  expect(await watched({}, { checkDisk, database: hangs, answerMs: 20 })).toEqual(troubles);
});

test("a read-only database or folder makes the host unready", async () => {
  const { owner } = await host.shop();
  const { system } = await host.database();
  const setReadOnly = (value: "on" | "off") =>
    system((db) => db.execute(sql`set default_transaction_read_only = ${sql.raw(value)}`));
  await setReadOnly("on");
  try {
    expect(await watched()).toEqual(["The database is read-only: nothing can be saved."]);
    expect(await host.call("products.create", owner, { body: { name: "Rings" } })).toMatchObject({
      status: 503,
      body: { message: "The database is read-only right now. Nothing was saved." },
    });
  } finally {
    await setReadOnly("off");
  }
  const checkDisk = () => Promise.reject(Object.assign(new Error("x"), { code: "EROFS" }));
  expect(await watched({}, { checkDisk })).toEqual([expect.stringMatching(/can't be written \(EROFS\)/)]);
});

test("refuses a database that a newer version has changed", async () => {
  const { system } = await host.database();
  const later = Date.now() + 86_400_000;
  await system((db) =>
    db.execute(sql`insert into drizzle.migrations (hash, created_at) values ('later', ${later})`),
  );
  try {
    expect(await watched()).toEqual([expect.stringMatching(/^A newer version/)]);
  } finally {
    await system((db) => db.execute(sql`delete from drizzle.migrations where hash = 'later'`));
  }
});
