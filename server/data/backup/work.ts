import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { beginIncident, endIncident } from "#server/platform/db/incidents.ts";
import type { Where } from "#server/platform/db/open.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { incidents } from "#server/platform/db/schema-mail.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Backups, Host } from "#server/platform/handler.ts";
import { type Log, traceOf } from "#server/platform/log.ts";
import { backupsIn, databaseId, folderOf, forgetLeft, keptIn, knownIn, note } from "./folder.ts";
import { inProcess } from "./in-process.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A machine that is off at night makes up for it so long after its start. */
const SETTLED_MS = 10 * 60_000;
/** Of those that somebody asked for: however often that is, the nights' stay. */
const BY_HAND = 3;
const KIND = "backupFailed";

/**
 * `id` is the database's: backups of several may stand in one folder. `folder` is null where the host keeps none, `at` where
 * it makes none by itself.
 */
type Settings = {
  folder: string | null;
  dataDir: string;
  id: string;
  at: { hour: number; minute: number } | null;
  keep: number;
  isSealed: boolean;
};

/**
 * When and where the host backs itself up. It makes none by itself with BACKUP_AT=off, and on a Postgres keeps none unless
 * BACKUP_DIR says where: another host may keep them there, unless it `isOff`. Throws a sentence for a value that makes no sense.
 */
export function backupSettings(where: Where, env: NodeJS.ProcessEnv): Settings & { isOff: boolean } {
  const { BACKUP_AT: at = "", BACKUP_KEEP: most = "" } = env;
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at || "03:30") ?? [];
  if (hour === undefined && at !== "off") {
    throw new Error(`BACKUP_AT must be a time like 03:30, or off: ${at}`);
  }
  const keep = Number(most || 14);
  if (!Number.isInteger(keep) || keep < 1) throw new Error(`BACKUP_KEEP must be a number from 1 on: ${most}`);
  const folder = where.databaseUrl && !env.BACKUP_DIR ? null : folderOf(where, env);
  return {
    folder,
    dataDir: where.dataDir,
    id: databaseId(where),
    at: folder && at !== "off" ? { hour: Number(hour), minute: Number(minute) } : null,
    keep,
    isSealed: Boolean(env.BACKUP_PASSPHRASE),
    isOff: at === "off",
  };
}

/** What is asked for, or under way. */
type Work = { what: "make" | "verify"; name: string | null; isNightly: boolean; share: number | null };

/**
 * Backs the host up once a night and whenever somebody asks, one at a time; keeps the newest, and tells the owner where it
 * cannot. `run` makes or reads one.
 */
export function createBackups(
  host: Pick<Host, "database" | "clock" | "wake">,
  { folder, dataDir, id, at, keep, isSealed }: Settings,
  log: Log,
  run: typeof inProcess = inProcess,
) {
  const nights = folder ? backupsIn(folder, "night", id) : null;
  const begun = host.clock().getTime();
  const ending = new AbortController();
  let work: Work | null = null;
  let failure: { at: string; text: string } | null = null;
  let isTidy = false;
  let tidyAt = 0;
  let retryAt = 0;
  let newest = 0;

  const job = {
    name: "back up",
    run: async () => {
      if (!folder) return;
      const now = host.clock();
      if (!isTidy && now.getTime() >= tidyAt) await tidy(folder, now);
      try {
        if (!work && (await isNightDue(now))) work = newWork("make", null, true);
        if (work?.what === "verify") await verify(folder, work);
        else if (work) await make(folder, work, now);
      } catch (error) {
        if (!ending.signal.aborted) await fail(error, now);
        // What ended has left its half.
        isTidy = false;
      } finally {
        work = null;
      }
    },
    // The loop waits for what runs: the copy would take longer than a host may take to end.
    abort: () => ending.abort(),
  };

  const backups: Backups = {
    state: async () => {
      const now = host.clock();
      const known = folder ? await knownIn(folder, id) : {};
      const found = folder ? await keptIn(folder, id).catch((error) => sentenceOf(error, "read")) : [];
      const [files, unreadable] = typeof found === "string" ? [[], found] : [found, null];
      const night = files.find(({ cause, madeAt }) => cause === "night" && new Date(madeAt) <= now);
      newest = Math.max(newest, Date.parse(night?.madeAt ?? "1970-01-01"));
      return {
        folder,
        at: at && [at.hour, at.minute].map((part) => String(part).padStart(2, "0")).join(":"),
        nextAt: nextAt(now)?.toISOString() ?? null,
        keep,
        isSealed,
        work: work && { what: work.what, name: work.name, share: work.share },
        failure,
        unreadable,
        kept: files.map((file) => ({
          ...file,
          ...(known[file.name] ?? { contacts: null, sales: null, checkedAt: null, problem: null }),
        })),
      };
    },
    make: () => {
      if (!folder) throw new HttpError(409, "This host keeps no backups: BACKUP_DIR says where.");
      // Whoever asks while one is being made gets that one.
      if (work?.what === "make") return;
      if (work) throw new HttpError(409, "Another backup is being read. Try again in a moment.");
      work = newWork("make", null, false);
      host.wake();
    },
    verify: async (name) => {
      // Only what stands in the folder, by its whole name: no path leads anywhere else.
      const files = folder ? await keptIn(folder, id) : [];
      if (!files.some((file) => file.name === name)) throw notFound();
      if (work?.what === "verify" && work.name === name) return;
      if (work) throw new HttpError(409, "A backup is being made or read. Try again in a moment.");
      work = newWork("verify", name, false);
      host.wake();
    },
  };
  return { job, backups };

  /** What was left takes room and no more: where it cannot be looked for, no backup has failed. */
  async function tidy(folder: string, now: Date): Promise<void> {
    try {
      // Never in a way that would stop the whole process: a disk of the network may hang.
      await forgetLeft({ folder, dataDir, id });
      isTidy = true;
      tidyAt = 0;
    } catch (error) {
      if (tidyAt === 0) log("backup leftovers stay", { message: messageOf(error) });
      tidyAt = now.getTime() + HOUR;
    }
  }

  async function isNightDue(now: Date): Promise<boolean> {
    if (now.getTime() < retryAt || !isDue(now)) return false;
    // The folder is looked into only now.
    newest = (await nights?.newest(now)) ?? 0;
    return isDue(now);
  }

  /** The night's moment has come since the last one, or since this host began; or a whole night went by without. */
  function isDue(now: Date): boolean {
    const moment = momentBefore(now);
    if (!moment) return false;
    const isMissed = now.getTime() - newest > DAY + 2 * HOUR && now.getTime() - begun > SETTLED_MS;
    return newest < moment.getTime() && (moment.getTime() > begun || isMissed);
  }

  function momentBefore(now: Date): Date | null {
    if (!at) return null;
    const moment = new Date(now);
    moment.setHours(at.hour, at.minute, 0, 0);
    if (moment > now) moment.setDate(moment.getDate() - 1);
    return moment;
  }

  /** A night that was missed, or failed, is made up for before the next one. */
  function nextAt(now: Date): Date | null {
    const soon = new Date(Math.max(now.getTime(), retryAt, begun + SETTLED_MS + 1));
    if (isDue(soon)) return soon;
    const next = momentBefore(now);
    next?.setDate(next.getDate() + 1);
    return next;
  }

  async function make(folder: string, work: Work, now: Date): Promise<void> {
    const files = backupsIn(folder, work.isNightly ? "night" : "hand", id);
    const file = files.fileOf(now);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const counts = await run([file], watching(work));
    // Whatever the other process said: without it, it is still due, and is tried again within the hour.
    await access(file);
    if (work.isNightly) newest = now.getTime();
    failure = null;
    log("backup", { folder });
    // It is made, whatever becomes of the older ones and of what is said of it.
    const ended = host.database.system((db) => endFailure(db, host.clock()));
    await ended.then(host.wake, (error) => log("backup failure stays", traceOf(error)));
    const stays = (error: unknown) => log("backup leftovers stay", { message: messageOf(error) });
    await files.keep(work.isNightly ? keep : BY_HAND, now).catch(stays);
    const checkedAt = host.clock().toISOString();
    await note(folder, id, file.slice(folder.length + 1), {
      ...{ contacts: counts?.contacts ?? null, sales: counts?.sales ?? null },
      ...{ checkedAt, problem: null },
    });
  }

  async function verify(folder: string, work: Work): Promise<void> {
    const name = work.name ?? "";
    const before = (await knownIn(folder, id))[name];
    let counts = before
      ? { contacts: before.contacts, sales: before.sales }
      : { contacts: null, sales: null };
    let problem: string | null = null;
    try {
      counts = (await run(["verify", join(folder, name)], watching(work))) ?? counts;
    } catch (error) {
      if (ending.signal.aborted) throw error;
      problem = sentenceOf(error, "read");
      log("backup not whole", { name, problem });
    }
    await note(folder, id, name, { ...counts, checkedAt: host.clock().toISOString(), problem });
  }

  function watching(work: Work) {
    const watch = (share: number) => {
      work.share = share;
    };
    return { signal: ending.signal, watch };
  }

  async function fail(error: unknown, now: Date): Promise<void> {
    const isNightly = work?.isNightly ?? true;
    if (isNightly) retryAt = now.getTime() + HOUR;
    failure = { at: now.toISOString(), text: sentenceOf(error) };
    log("backup failed", { message: messageOf(error) });
    if (isNightly) await tellOwner(failure.text);
  }

  /** The owner of the host's only store; of several none is the one whose machine it is. */
  async function tellOwner(reason: string): Promise<void> {
    const isBegun = await host.database.system(async (db) => {
      const stores = await db
        .select({ id: organizations.id })
        .from(organizations)
        .where(eq(organizations.isDemo, false))
        .limit(2);
      const [only, more] = stores;
      if (!only || more) return false;
      await beginIncident(db, host.clock(), {
        organizationId: only.id,
        kind: KIND,
        audience: "owner",
        title: "The nightly backup of your store failed",
        text: `The nightly backup could not be made: ${reason} Should the machine break, what came since the last one is lost. It is tried again every hour.`,
        over: "The nightly backup of your store was made again.",
        href: "/dashboard/settings/data/backups",
      });
      return true;
    });
    if (isBegun) host.wake();
  }
}

function newWork(what: Work["what"], name: string | null, isNightly: boolean): Work {
  return { what, name, isNightly, share: null };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What the system says in codes, as a sentence. */
function sentenceOf(error: unknown, done = "written to"): string {
  const message = messageOf(error);
  if (/ENOSPC|EDQUOT|no space left/i.test(message)) return "The disk is full.";
  if (/EACCES|EPERM|EROFS/.test(message)) return `The backup folder cannot be ${done}.`;
  if (/ENOENT|ENOTDIR/.test(message)) return "The backup folder is not there.";
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/**
 * Whoever was told is told that it is over, also where the host has several stores by now. `isGone` where it makes no
 * nightly backups any more.
 */
export async function endFailure(db: Db, now: Date, how: { isGone?: boolean } = {}): Promise<void> {
  const open = await db
    .select({ organizationId: incidents.organizationId })
    .from(incidents)
    .where(and(eq(incidents.kind, KIND), isNull(incidents.endedAt)));
  for (const { organizationId } of open) await endIncident(db, now, { organizationId, kind: KIND }, how);
}
