import { LockedError } from "../db/lock.ts";
import { type Opened, openDatabase } from "../db/open.ts";
import { asHttpError } from "../errors.ts";
import { readSettings, type Settings } from "../settings.ts";

/** Runs a command on the configured database and prints the sentence it answers; or says what is wrong, and exits 1. */
export async function run(command: (opened: Opened, settings: Settings) => Promise<string>): Promise<void> {
  try {
    const settings = readSettings(process.env);
    const opened = await openDatabase(settings);
    const sentence = await command(opened, settings).finally(opened.close);
    process.stdout.write(`${sentence}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof LockedError) {
    return `${error.message}\nThe embedded database serves one process: stop the host (npm start), run this, start it again.`;
  }
  return asHttpError(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
