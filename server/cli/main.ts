import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { email, required } from "#lib/contract/fields.ts";
import { isTimezone } from "#lib/time/zone-data.ts";
import { backUpBefore } from "#server/data/backup/upgrade.ts";
import { LockedError } from "#server/platform/db/lock.ts";
import { openDatabase } from "#server/platform/db/open.ts";
import { HttpError } from "#server/platform/errors.ts";
import { readSettings, type Settings } from "#server/platform/settings.ts";
import { runBackup } from "./backups.ts";
import { type Command, commands } from "./commands.ts";
import { askHost, explain } from "./control.ts";
import { examine, inLines } from "./doctor.ts";
import { rotate } from "./secrets.ts";

const USAGE = `npm run org -- --name "Marlow & Finch" --email owner@example.com
    [--first-name Priya] [--last-name Raman] [--timezone America/New_York]`;

const form = z.object({
  name: required("--name (the organization's name) is missing"),
  email: email("--email must be the owner's email address"),
  timezone: z.string().check(z.refine(isTimezone, "this is not a known timezone")),
  firstName: required("--first-name must not be empty", 100),
  lastName: z.string().check(z.trim(), z.maxLength(100)),
});

const [, , name = "", ...args] = process.argv;

try {
  if (name === "doctor") await beDoctor();
  else process.stdout.write(`${await answer(readSettings(process.env))}\n`);
} catch (error) {
  process.stderr.write(`${reason(error)}\n`);
  process.exitCode = 1;
}

async function beDoctor(): Promise<void> {
  const findings = await examine(process.env);
  process.stdout.write(`${inLines(findings)}\n`);
  if (findings.some(({ sign }) => sign === "wrong")) process.exitCode = 1;
}

async function answer(settings: Settings): Promise<string> {
  if (name === "backup" || name === "restore") {
    return runBackup(name, { args, where: settings, env: process.env });
  }
  if (name === "secrets" && args[0] === "rotate") return rotate(settings, process.env);
  if (name === "secrets" && args[0] === "end-links") return run(settings, "endLinks", { id: args[1] ?? "" });
  if (name === "second-step") return run(settings, "secondStep", readEmail(args));
  if (!isCommand(name))
    throw new Error(
      `Commands are ${Object.keys(commands).join(", ")}, backup, restore, doctor, second-step.`,
    );
  return run(settings, name, readArguments(name));
}

function isCommand(name: string): name is Command {
  return Object.hasOwn(commands, name);
}

function readArguments(name: Command): object {
  if (name === "seed") return readSeed(args);
  return name === "org" ? readOrganization(args) : {};
}

function readEmail(args: string[]): { email: string } {
  const usage = "Usage: npm run second-step -- --email owner@example.com";
  try {
    const { values } = parseArgs({ args, options: { email: { type: "string", default: "" } } });
    return { email: z.parse(email(usage), values.email) };
  } catch {
    throw new HttpError(400, usage);
  }
}

/** `--own`: creates an additional demo store and prints it as JSON. `--erase ID`: deletes a demo store. */
function readSeed(args: string[]) {
  try {
    return parseArgs({ args, options: { own: { type: "boolean" }, erase: { type: "string" } } }).values;
  } catch (error) {
    throw new HttpError(400, `${String(error)}\nUsage: npm run seed [-- --own | --erase ID]`);
  }
}

function readOrganization(args: string[]) {
  const option = { type: "string", default: "" } as const;
  const options = {
    name: option,
    email: option,
    "first-name": option,
    "last-name": option,
    timezone: option,
  };
  try {
    const { values } = parseArgs({ args, options });
    return z.parse(form, {
      ...values,
      timezone: values.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone,
      firstName: values["first-name"] || "Owner",
      lastName: values["last-name"],
    });
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? error.issues[0]?.message : String(error);
    throw new HttpError(400, `${reason}\nUsage: ${USAGE}`);
  }
}

async function run(settings: Settings, command: Command, given: unknown): Promise<string> {
  try {
    const opened = await openDatabase(settings, backUpBefore(settings, process.env));
    return await commands[command]({ ...settings, ...opened }, given as never).finally(opened.close);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const answer = await askHost(settings.dataDir, command, given);
    if (answer === null) throw error;
    return answer;
  }
}

function reason(error: unknown): string {
  if (error instanceof LockedError) {
    return `${error.message}\nThe embedded database serves one process. Stop the host (npm start), run this command, and start the host again.`;
  }
  return error instanceof HttpError ? error.message : explain(error);
}
