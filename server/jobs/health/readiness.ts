import { sql } from "drizzle-orm";
import type { Turn } from "#server/jobs/loop.ts";
import type { Database } from "#server/platform/db/client.ts";
import { knownMigrations } from "#server/platform/db/migrations.ts";
import { after, machineTime } from "#server/platform/machine.ts";

const MAX_RUN_MS = 15 * 60_000;
/** A job that fails for this long won't recover without help. */
const MAX_FAILURE_MS = 10 * 60_000;
const ANSWER_MS = 3_000;

type Watched = {
  database: Database;
  turns: () => Turn[];
  checkDisk?: (() => Promise<void>) | undefined;
  now?: () => number;
  answerMs?: number;
};

export async function problemsOf(watched: Watched): Promise<string[]> {
  const { database, turns, checkDisk, now = machineTime, answerMs = ANSWER_MS } = watched;
  const [base, disk] = await Promise.all([
    inTime(databaseTrouble(database), answerMs),
    diskTrouble(checkDisk),
  ]);
  return [base, disk, ...turns().map((turn) => jobTrouble(turn, now()))].filter((one) => one !== "");
}

const AWAY = "The database does not answer.";

async function databaseTrouble(database: Database): Promise<string> {
  const newest = knownMigrations().at(-1)?.when ?? 0;
  try {
    const { rows } = await database.system((db) =>
      db.execute<{ isNewer: boolean; isReadOnly: boolean }>(
        sql`select max(created_at) > ${newest} as "isNewer", current_setting('transaction_read_only')::boolean as "isReadOnly"
          from drizzle.migrations`,
      ),
    );
    if (rows[0]?.isNewer)
      return "A newer version of Loupe has changed the database. Start that version here too.";
    return rows[0]?.isReadOnly ? "The database is read-only: nothing can be saved." : "";
  } catch {
    return AWAY;
  }
}

function inTime(answer: Promise<string>, ms: number): Promise<string> {
  let timer: NodeJS.Timeout;
  const late = new Promise<string>((resolve) => {
    timer = after(ms, () => resolve(AWAY));
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

async function diskTrouble(checkDisk: Watched["checkDisk"]): Promise<string> {
  try {
    await checkDisk?.();
    return "";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code && code !== "ENOSPC"
      ? `The data folder can't be written (${code}): nothing can be saved.`
      : "The disk of the data folder is nearly full: nothing can be saved.";
  }
}

function jobTrouble({ name, since, failingSince }: Turn, now: number): string {
  const minutes = (from: number) => Math.floor((now - from) / 60_000);
  if (failingSince !== null && now - failingSince > MAX_FAILURE_MS)
    return `The job “${name}” has failed for ${minutes(failingSince)} minutes.`;
  if (since !== null && now - since > MAX_RUN_MS)
    return `The job “${name}” has been running for ${minutes(since)} minutes.`;
  return "";
}
