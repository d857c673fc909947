import { hash } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import type { DatabaseLocation } from "#server/platform/db/open.ts";
import { machineTime } from "#server/platform/machine.ts";

const STEMS = { night: "nightly", hand: "by-hand", upgrade: "before-upgrade" } as const;
type Cause = keyof typeof STEMS;
const STAMP = "(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z";
const DAY = 86_400_000;

/** Absolute, because the process that writes backups may run in another folder. */
export function folderOf({ dataDir }: Pick<DatabaseLocation, "dataDir">, env: NodeJS.ProcessEnv): string {
  return resolve(env.BACKUP_DIR || join(dataDir, "backups"));
}

/** Distinguishes databases that share a backup folder. Independent of the password. */
export function databaseId({ dataDir, databaseUrl }: DatabaseLocation): string {
  const url = databaseUrl ? URL.parse(databaseUrl) : null;
  if (url) Object.assign(url, { username: "", password: "" });
  return hash("sha256", url?.href ?? databaseUrl ?? resolve(dataDir)).slice(0, 8);
}

/** Of one cause and one database; for upgrades, from one version. Other backups are never counted or deleted. */
export function backupsIn(folder: string, cause: Cause, id: string, from = "") {
  const stem = [STEMS[cause], id, from].filter(Boolean).join("-");
  const whole = new RegExp(`^${stem}-${STAMP}\\.tgz$`);

  return {
    fileOf: (moment: Date) => join(folder, `${stem}-${moment.toISOString().replace(/[-:]|\.\d+/g, "")}.tgz`),

    newest: async (now: Date) => momentOf((await listMade(now)).at(-1) ?? ""),

    keep: async (count: number, now: Date) => {
      for (const name of (await listMade(now)).slice(0, -count))
        await rm(join(folder, name), { force: true });
    },
  };

  /** Oldest first. Backups with a future date were made with a wrong clock and are ignored. */
  async function listMade(now: Date): Promise<string[]> {
    return (await namesIn(folder))
      .filter((name) => whole.test(name) && momentOf(name) <= now.getTime())
      .sort();
  }
}

type Kept = { name: string; cause: Cause; madeAt: string; bytes: number };

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

/** Incomplete backups, and copies of this database, that killed processes left. */
export async function forgetLeft({ folder, dataDir, id }: { folder: string; dataDir: string; id: string }) {
  const draft = new RegExp(`^(?:${Object.values(STEMS).join("|")})-${id}-.*\\.tgz\\.(\\d+)\\.partial$`);
  for (const name of await namesIn(folder)) {
    const pid = Number(draft.exec(name)?.[1]);
    if (!pid) continue;
    if (await isLeft(join(folder, name), pid)) await rm(join(folder, name), { force: true });
  }
  await forgetCopies(dataDir);
}

export async function forgetCopies(dataDir: string): Promise<void> {
  for (const name of await namesIn(dataDir)) {
    const pid = Number(/^snapshot-(\d+)$/.exec(name)?.[1]);
    const copy = join(dataDir, name);
    if (pid && (await isLeft(copy, pid))) await rm(copy, { recursive: true, force: true });
  }
}

/** A process ID may belong to another process by now. */
async function isLeft(path: string, pid: number): Promise<boolean> {
  const age = machineTime() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0);
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
const unwritten = new Map<string, Known>();

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
  } catch {}
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
