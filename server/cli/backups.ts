import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { countsIn, inWords, readBackup, writeBackup } from "#server/data/backup/file.ts";
import { reportToParent } from "#server/data/backup/in-process.ts";
import { restore } from "#server/data/backup/restore.ts";
import { passphrasesOf } from "#server/data/backup/sealing.ts";
import { LockedError } from "#server/platform/db/lock.ts";
import { connect, type DatabaseLocation, lockFolder } from "#server/platform/db/open.ts";
import { HttpError } from "#server/platform/errors.ts";
import { VERSION } from "#server/platform/http/version.ts";
import { existingSecret } from "#server/platform/secrets/host-secret.ts";
import { askHost } from "./control.ts";

const USAGE = `npm run backup -- FILE            makes a backup
       npm run backup -- verify FILE     reads one whole
       npm run restore -- FILE           replaces the database with the backup`;

type Asked = { args: string[]; where: DatabaseLocation; env: NodeJS.ProcessEnv };

export async function runBackup(name: "backup" | "restore", { args, where, env }: Asked): Promise<string> {
  const [first = "", second] = args;
  const isVerify = name === "backup" && first === "verify" && second !== undefined;
  if (!first || args.length > (isVerify ? 2 : 1)) throw new HttpError(400, `Usage: ${USAGE}`);
  // npm runs scripts in the product's folder.
  const file = resolve(env.INIT_CWD ?? ".", isVerify ? second : first);
  if (name === "restore") return restore({ file, where, env });
  return isVerify ? verify(file, env) : backUp(file, where, env);
}

async function verify(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  if (!existsSync(file)) throw new HttpError(404, `There is no file ${file}.`);
  const { watch, done } = reportToParent();
  const { manifest } = await readBackup(file, passphrasesOf(env), undefined, watch);
  await done(countsIn(manifest));
  return `${file} is whole: ${inWords(manifest)}.`;
}

async function backUp(file: string, where: DatabaseLocation, env: NodeJS.ProcessEnv): Promise<string> {
  const engine = where.databaseUrl ? "postgres" : "embedded";
  const secret = existingSecret(env, where.dataDir);
  const passphrase = env.BACKUP_PASSPHRASE || undefined;
  const { watch, done } = reportToParent();
  const manifest = await onceOpen(where, (source) =>
    connect(source).then(({ client, close }) =>
      writeBackup(file, { client, engine, program: VERSION, secret, passphrase, watch }).finally(close),
    ),
  );
  await done(countsIn(manifest));
  const open = passphrase
    ? ""
    : "It isn't encrypted (BACKUP_PASSPHRASE isn't set). Keep it as safe as the data itself.";
  return `${file} contains ${inWords(manifest)}.${open}`;
}

/** In its folder, or from a copy made by the running host. */
async function onceOpen<T>(
  { dataDir, databaseUrl }: DatabaseLocation,
  work: (source: Parameters<typeof connect>[0]) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return work({ databaseUrl });
  const folder = join(dataDir, "db");
  if (!existsSync(dataDir)) throw new HttpError(404, `There is no database in ${dataDir}.`);
  try {
    const release = lockFolder(dataDir);
    try {
      if (!existsSync(folder)) throw new HttpError(404, `There is no database in ${dataDir}.`);
      return await work({ folder });
    } finally {
      release();
    }
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const copy = await askHost(dataDir, "snapshot", { pid: process.pid });
    if (copy === null) throw error;
    return work({ folder: copy }).finally(() => rmSync(copy, { recursive: true, force: true }));
  }
}
