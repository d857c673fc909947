import { LockedError } from "#server/db/lock.ts";
import { openDatabase } from "#server/db/open.ts";
import { HttpError } from "#server/errors.ts";
import { readSettings, type Settings } from "#server/settings.ts";
import { type Command, commands } from "./commands.ts";
import { askHost } from "./control.ts";
import { explain } from "./explain.ts";

/**
 * Runs a command on the configured database, or has the host run it that has the database open, with what `read` made of
 * its arguments, and prints the sentence that it answers; or says what is wrong, and exits 1.
 */
export async function run(command: Command, read: () => unknown): Promise<void> {
  try {
    const given = read();
    const settings = readSettings(process.env);
    process.stdout.write(`${await runHere(settings, command, given)}\n`);
  } catch (error) {
    process.stderr.write(`${reason(error)}\n`);
    process.exitCode = 1;
  }
}

async function runHere(settings: Settings, command: Command, given: unknown): Promise<string> {
  try {
    const { database, close } = await openDatabase(settings);
    return await commands[command]({ database, ...settings }, given as never).finally(close);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const answer = await askHost(settings.dataDir, command, given);
    if (answer === null) throw error;
    return answer;
  }
}

function reason(error: unknown): string {
  if (error instanceof LockedError) {
    return `${error.message}\nThe embedded database serves one process, and that one cannot be asked: stop the host (npm start), run this, start it again.`;
  }
  return error instanceof HttpError ? error.message : explain(error);
}
