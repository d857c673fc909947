import type { Database } from "../db/client.ts";
import { LockedError } from "../db/lock.ts";
import { openDatabase } from "../db/open.ts";
import { HttpError } from "../errors.ts";
import { explain } from "../explain.ts";
import { readSettings, type Settings } from "../settings.ts";

/**
 * Runs a command on the configured database, with what `read` made of its arguments, and prints the sentence that it
 * answers; or says what is wrong, and exits 1.
 */
export async function run<T>(
  read: () => T,
  command: (given: T, database: Database, settings: Settings) => Promise<string>,
): Promise<void> {
  try {
    const given = read();
    const settings = readSettings(process.env);
    const { database, close } = await openDatabase(settings);
    const sentence = await command(given, database, settings).finally(close);
    process.stdout.write(`${sentence}\n`);
  } catch (error) {
    process.stderr.write(`${reason(error)}\n`);
    process.exitCode = 1;
  }
}

function reason(error: unknown): string {
  if (error instanceof LockedError) {
    return `${error.message}\nThe embedded database serves one process: stop the host (npm start), run this, start it again.`;
  }
  return error instanceof HttpError ? error.message : explain(error);
}
