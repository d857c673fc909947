import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { createDataFolder } from "#server/testing/database.ts";
import type { Opened } from "./client.ts";
import { databaseFailure, isTimeout } from "./errors.ts";
import { LiteThread } from "./lite-thread.ts";
import { openDatabase } from "./open.ts";

const dataDir = mkdtempSync(join(tmpdir(), "loupe-thread-"));
let opened: Opened;

jest.setTimeout(120_000);
beforeAll(async () => {
  await createDataFolder(dataDir);
  opened = await openDatabase({ dataDir });
  await opened.database.system((db) => db.execute(sql`create table marks (mark text primary key)`));
});
afterAll(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const ENDLESS = sql`select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b`;

const marks = () =>
  opened.database.system(async (db) => {
    const { rows } = await db.execute<{ mark: string }>(sql`select mark from marks order by mark`);
    return rows.map(({ mark }) => mark);
  });
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  );

test("a running statement does not block the event loop", async () => {
  let isRunning = true;
  const reading = opened.database
    .system((db) => db.execute(sql`select count(*) from generate_series(1, 3000000)`))
    .finally(() => {
      isRunning = false;
    });
  let turns = 0;
  while (isRunning && turns < 1_000) {
    await turn();
    turns += 1;
  }
  await reading;
  expect(turns).toBe(1_000);
});

test("statements that are asked together are sent together", async () => {
  const send = jest.spyOn(LiteThread.prototype, "send");
  await opened.database.system((db) =>
    Promise.all([1, 2, 3].map((n) => db.execute(sql`select ${n}::integer`))),
  );
  expect(send).toHaveBeenCalledTimes(1);
  send.mockRestore();
});

test("a statement past its deadline is canceled", async () => {
  const { database } = opened;
  await database.system((db) => db.execute(sql`insert into marks values ('committed')`));
  const failure = await failureOf(
    database.system((db) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = '1s'`);
        await tx.execute(sql`insert into marks values ('lost')`);
        await tx.execute(ENDLESS);
      }),
    ),
  );
  expect(isTimeout(failure)).toBe(true);
  expect(databaseFailure(failure)?.status).toBe(503);
  expect(await marks()).toEqual(["committed"]);
  await database.system((db) => db.execute(sql`insert into marks values ('next')`));
  expect(await marks()).toEqual(["committed", "next"]);
});

test("waiting work runs after a statement was canceled", async () => {
  const { database } = opened;
  await database.system((db) => db.execute(sql`delete from marks`));
  const ended = failureOf(
    database.system(async (db) => {
      await db.execute(sql`set statement_timeout to '500ms'`);
      await db.execute(ENDLESS);
    }),
  );
  const writes = ["a", "b", "c"].map((mark) =>
    database.system((db) => db.execute(sql`insert into marks values (${mark})`)),
  );
  expect(isTimeout(await ended)).toBe(true);
  await Promise.all(writes);
  expect(await marks()).toEqual(["a", "b", "c"]);
});

test("a clean close keeps all data for the next start", async () => {
  await opened.close();
  opened = await openDatabase({ dataDir });
  expect(await marks()).toEqual(["a", "b", "c"]);
});
