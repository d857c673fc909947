import { hash } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import type { Where } from "#server/platform/db/open.ts";

/** Why a backup was made, and how its file begins. */
const STEMS = { night: "nightly", hand: "by-hand", upgrade: "before-upgrade" } as const;
type Cause = keyof typeof STEMS;
const STAMP = "(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z";
const DAY = 86_400_000;

/** Where the host keeps backups: below the data, unless somebody says otherwise. Absolute, for who writes there may run elsewhere. */
export function folderOf({ dataDir }: Pick<Where, "dataDir">, env: NodeJS.ProcessEnv): string {
  return resolve(env.BACKUP_DIR || join(dataDir, "backups"));
}

/** What tells a database's files from another's in the same folder. A new password makes it no other one. */
export function databaseId({ dataDir, databaseUrl }: Where): string {
  const url = databaseUrl ? URL.parse(databaseUrl) : null;
  if (url) Object.assign(url, { username: "", password: "" });
  return hash("sha256", url?.href ?? databaseUrl ?? resolve(dataDir)).slice(0, 8);
}

/** The backups of one cause and one database; of upgrades those from one version (`from`). Nobody else's are ever counted or deleted. */
export function backupsIn(folder: string, cause: Cause, id: string, from = "") {
  const stem = [STEMS[cause], id, from].filter(Boolean).join("-");
  const whole = new RegExp(`^${stem}-${STAMP}\\.tgz$`);

  return {
    fileOf: (moment: Date) => join(folder, `${stem}-${moment.toISOString().replace(/[-:]|\.\d+/g, "")}.tgz`),

    /** When the newest was made; 0 where there is none. */
    newest: async (now: Date) => momentOf((await made(now)).at(-1) ?? ""),

    keep: async (count: number, now: Date) => {
      for (const name of (await made(now)).slice(0, -count)) await rm(join(folder, name), { force: true });
    },
  };

  /** The oldest first. What bears a date to come was made while the clock was wrong, and says nothing. */
  async function made(now: Date): Promise<string[]> {
    return (await namesIn(folder))
      .filter((name) => whole.test(name) && momentOf(name) <= now.getTime())
      .sort();
  }
}

type Kept = { name: string; cause: Cause; madeAt: string; bytes: number };

/** All backups of a database, the newest first. */
export async function keptIn(folder: string, id: string): Promise<Kept[]> {
  const named = new RegExp(`^(${Object.values(STEMS).join("|")})-${id}-(?:.{1,100}-)?${STAMP}\\.tgz$`);
  const kept: Kept[] = [];
  for (const name of await namesIn(folder)) {
    const [, stem] = name.length < 200 ? (named.exec(name) ?? []) : [];
    const cause = (Object.keys(STEMS) as Cause[]).find((known) => STEMS[known] === stem);
    const found = cause && (await stat(join(folder, name)).catch(() => null));
    const moment = momentOf(name);
    if (!found?.isFile() || Number.isNaN(moment)) continue;
    kept.push({ name, cause: cause as Cause, madeAt: new Date(moment).toISOString(), bytes: found.size });
  }
  return kept.sort((a, b) => b.madeAt.localeCompare(a.madeAt));
}

/** What processes that were ended have left: halves of this database's backups, and copies that they were reading. */
export async function forgetLeft({ folder, dataDir, id }: { folder: string; dataDir: string; id: string }) {
  const draft = new RegExp(`^(?:${Object.values(STEMS).join("|")})-${id}-.*\\.tgz\\.(\\d+)\\.partial$`);
  for (const name of await namesIn(folder)) {
    const pid = Number(draft.exec(name)?.[1]);
    if (!pid) continue;
    if (await isLeft(join(folder, name), pid)) await rm(join(folder, name), { force: true });
  }
  await forgetCopies(dataDir);
}

/** Of the embedded database; `copyOf` says where a process has its own. */
export async function forgetCopies(dataDir: string): Promise<void> {
  for (const name of await namesIn(dataDir)) {
    const pid = Number(/^snapshot-(\d+)$/.exec(name)?.[1]);
    const copy = join(dataDir, name);
    if (pid && (await isLeft(copy, pid))) await rm(copy, { recursive: true, force: true });
  }
}

/** Whoever wrote it is gone; its number may be another's by now. */
async function isLeft(path: string, pid: number): Promise<boolean> {
  const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0);
  return age > DAY || !isAlive(pid);
}

export function copyOf(dataDir: string, pid: number): string {
  return join(dataDir, `snapshot-${pid}`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const known = z.record(
  z.string(),
  z.object({
    contacts: z.nullable(z.number()),
    sales: z.nullable(z.number()),
    checkedAt: z.string(),
    problem: z.nullable(z.string()),
  }),
);
type Known = z.infer<typeof known>;
/** By the file's path, what could not be written there: the disk is full, or the folder is to be read alone. */
const unwritten = new Map<string, Known>();

/** What is known of each file since it was last read whole, in a file beside them. The files count, not this. */
export async function knownIn(folder: string, id: string): Promise<Known> {
  const file = join(folder, `known-${id}.json`);
  const written = await readFile(file, "utf8")
    .then((text) => known.parse(JSON.parse(text)))
    .catch(() => ({}));
  return { ...written, ...unwritten.get(file) };
}

export async function note(folder: string, id: string, name: string, fact: Known[string]): Promise<void> {
  const file = join(folder, `known-${id}.json`);
  unwritten.set(file, { ...unwritten.get(file), [name]: fact });
  try {
    const all = Object.entries(await knownIn(folder, id));
    const there = new Set((await keptIn(folder, id)).map((kept) => kept.name));
    const left = Object.fromEntries(all.filter(([name]) => there.has(name)));
    await writeFile(`${file}.new`, `${JSON.stringify(left, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
    unwritten.delete(file);
  } catch {
    // It stays known as long as this process does.
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

const stamped = new RegExp(`-${STAMP}\\.tgz$`);

function momentOf(name: string): number {
  const [, year, month, day, hour, minute, second] = stamped.exec(name) ?? [];
  return year ? Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : 0;
}
