import { chmodSync, mkdirSync, readdirSync, statfsSync, statSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { join } from "node:path";

const RESERVE_BYTES = 32 * 2 ** 20;
const OTHERS = 0o077;
/** Never change the permissions of a folder with other files. */
const OWN_NAMES =
  /^(db|db\.(lock|restoring|restored|before-).*|backups|snapshot-\d+|host\.sock|secret(\.(also|new))?|host-secret(\.(before-.*|new|also))?|(host|web)\.log(\.1)?|lost\+found)$/;

export function secureFolder(folder: string): void {
  // Windows has no such modes; its user folders are private.
  if (process.platform === "win32") return void mkdirSync(folder, { recursive: true });
  process.umask(OTHERS);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  if (isOpen(folder) && !names.every((name) => OWN_NAMES.test(name))) throw refusal(folder);
  try {
    for (const name of ["", ...names.filter((name) => OWN_NAMES.test(name))]) close(join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPERM") throw refusal(folder);
    throw error;
  }
}

function close(path: string): void {
  if (isOpen(path)) chmodSync(path, statSync(path).mode & 0o777 & ~OTHERS);
}

function isOpen(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
}

function refusal(folder: string): Error {
  return new Error(
    `Others can read the folder ${folder}, which holds customers' data and secrets. Close it (chmod 700 ${folder}), or set DATA_DIR to a folder of its own within it.`,
  );
}

/** Throws if the disk is nearly full or read-only, before Postgres panics because it cannot extend its log. */
export async function checkWritable(dataDir: string, more = 0): Promise<void> {
  await access(dataDir, constants.W_OK);
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < RESERVE_BYTES + more)
    throw Object.assign(new Error("The disk is full"), { code: "ENOSPC" });
}

/** Explains an error about an unwritable folder. Returns other errors unchanged. */
export function folderProblem(folder: string, error: unknown): unknown {
  const { code = "", path = "" } = error as NodeJS.ErrnoException;
  if (/^(ENOSPC|EDQUOT|53100)$/.test(code)) return diskFull(folder);
  // mkdir reports ENOENT on a read-only file system.
  if (/^(EROFS|EACCES|EPERM|ENOENT|ENOTDIR|EEXIST)$/.test(code) && path.startsWith(folder))
    return new Error(
      `The data folder ${folder} can't be written (${code}). Make it writable for this user, or set DATA_DIR to another folder.`,
    );
  return error;
}

/** PGlite gives no reason. */
export function openingProblem(folder: string, error: unknown): unknown {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < RESERVE_BYTES ? diskFull(folder) : error;
}

function diskFull(folder: string): Error {
  return new Error(`The disk of the folder ${folder} is full. Free some space, then start again.`);
}
