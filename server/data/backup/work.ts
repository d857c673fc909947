import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { inStore, type SystemDb } from "#server/platform/db/client.ts";
import { beginIncident, endIncident } from "#server/platform/db/incidents.ts";
import type { DatabaseLocation } from "#server/platform/db/open.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { incidents } from "#server/platform/db/schema-mail.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Backups, Host } from "#server/platform/handler.ts";
import { type Log, traceOf } from "#server/platform/log.ts";
import { backupsIn, databaseId, folderOf, forgetLeft, keptIn, knownIn, note } from "./folder.ts";
import { inProcess } from "./in-process.ts";
import { createNights, type NightSettings, type Nights } from "./nights.ts";

const HOUR = 3_600_000;
const BY_HAND = 3;
const KIND = "backupFailed";

type Settings = NightSettings & { dataDir: string; keep: number; isSealed: boolean };

/** On Postgres, backups require BACKUP_DIR, because another host may make them. Throws for an invalid value. */
export function backupSettings(
  where: DatabaseLocation,
  env: NodeJS.ProcessEnv,
): Settings & { isOff: boolean } {
  const { BACKUP_AT: at = "", BACKUP_KEEP: most = "" } = env;
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at || "03:30") ?? [];
  if (hour === undefined && at !== "off") {
    throw new Error(`BACKUP_AT must be a time like 03:30, or off, but is ${at}`);
  }
  const keep = Number(most || 14);
  if (!Number.isInteger(keep) || keep < 1)
    throw new Error(`BACKUP_KEEP must be a whole number of at least 1, but is ${most}`);
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

type Work = { what: "make" | "verify"; name: string | null; isNightly: boolean; share: number | null };

type Machine = Pick<Host, "database" | "clock" | "wake">;

type State = {
  host: Machine;
  settings: Settings;
  log: Log;
  run: typeof inProcess;
  nights: Nights;
  ending: AbortController;
  work: Work | null;
  failure: { at: string; text: string } | null;
  isTidy: boolean;
  tidyAt: number;
};

/** Nightly and manual backups, one at a time. `run` makes or verifies one. */
export function createBackups(
  host: Machine,
  settings: Settings,
  log: Log,
  run: typeof inProcess = inProcess,
) {
  const { folder, id } = settings;
  const ending = new AbortController();
  const nights = createNights(settings, host.clock().getTime());
  const state: State = {
    ...{ host, settings, log, run, nights, ending },
    ...{ work: null, failure: null, isTidy: false, tidyAt: 0 },
  };
  const begin = (what: Work["what"], name: string | null) => {
    state.work = newWork(what, name, false);
    host.wake();
  };
  const backups: Backups = {
    state: () => stateNow(state),
    make: () => {
      if (!folder)
        throw new HttpError(409, "This host makes no backups. Set BACKUP_DIR to a folder for them.");
      if (state.work?.what === "make") return;
      if (state.work) throw new HttpError(409, "Another backup is being read. Try again in a moment.");
      begin("make", null);
    },
    verify: async (name) => {
      // Whole names of listed files only, so a path can't lead elsewhere.
      const files = folder ? await keptIn(folder, id) : [];
      if (!files.some((file) => file.name === name)) throw notFound();
      if (state.work?.what === "verify" && state.work.name === name) return;
      if (state.work) throw new HttpError(409, "A backup is being made or read. Try again in a moment.");
      begin("verify", name);
    },
  };
  return { job: { name: "back up", run: () => work(state), abort: () => ending.abort() }, backups };
}

async function work(state: State): Promise<void> {
  const { host, settings, nights, ending } = state;
  const { folder } = settings;
  if (!folder) return;
  const now = host.clock();
  if (!state.isTidy && now.getTime() >= state.tidyAt) await tidy(state, folder, now);
  try {
    if (!state.work && (await nights.isDue(now))) state.work = newWork("make", null, true);
    if (state.work?.what === "verify") await verify(state, folder, state.work);
    else if (state.work) await make(state, folder, state.work, now);
  } catch (error) {
    if (!ending.signal.aborted) await fail(state, error, now);
    state.isTidy = false;
  } finally {
    state.work = null;
  }
}

async function stateNow(state: State) {
  const { host, settings, nights } = state;
  const { folder, id, at, keep, isSealed } = settings;
  const now = host.clock();
  const known = folder ? await knownIn(folder, id) : {};
  const found = folder ? await keptIn(folder, id).catch((error) => sentenceOf(error, "read")) : [];
  const [files, unreadable] = typeof found === "string" ? [[], found] : [found, null];
  const night = files.find(({ cause, madeAt }) => cause === "night" && new Date(madeAt) <= now);
  if (night) nights.made(new Date(night.madeAt));
  const { work, failure } = state;
  return {
    folder,
    at: at && [at.hour, at.minute].map((part) => String(part).padStart(2, "0")).join(":"),
    nextAt: nights.nextAt(now)?.toISOString() ?? null,
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
}

/** Leftovers only take space, so a failure doesn't fail the backup. */
async function tidy(state: State, folder: string, now: Date): Promise<void> {
  const { dataDir, id } = state.settings;
  try {
    // Asynchronous, because a network drive may hang.
    await forgetLeft({ folder, dataDir, id });
    state.isTidy = true;
    state.tidyAt = 0;
  } catch (error) {
    if (state.tidyAt === 0) state.log("backup leftovers stay", { message: messageOf(error) });
    state.tidyAt = now.getTime() + HOUR;
  }
}

async function make(state: State, folder: string, work: Work, now: Date): Promise<void> {
  const { host, log, nights } = state;
  const { id, keep } = state.settings;
  const files = backupsIn(folder, work.isNightly ? "night" : "hand", id);
  const file = files.fileOf(now);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const counts = await state.run([file], watching(state, work));
  // Without the file it stays due and is retried within the hour.
  await access(file);
  if (work.isNightly) nights.made(now);
  state.failure = null;
  log("backup", { folder });
  // The backup exists, so failures below don't count.
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

async function verify(state: State, folder: string, work: Work): Promise<void> {
  const { host, log, ending } = state;
  const { id } = state.settings;
  const name = work.name ?? "";
  const before = (await knownIn(folder, id))[name];
  let counts = before ? { contacts: before.contacts, sales: before.sales } : { contacts: null, sales: null };
  let problem: string | null = null;
  try {
    counts = (await state.run(["verify", join(folder, name)], watching(state, work))) ?? counts;
  } catch (error) {
    if (ending.signal.aborted) throw error;
    problem = sentenceOf(error, "read");
    log("backup not whole", { name, problem });
  }
  await note(folder, id, name, { ...counts, checkedAt: host.clock().toISOString(), problem });
}

function watching({ ending }: State, work: Work) {
  const watch = (share: number) => {
    work.share = share;
  };
  return { signal: ending.signal, watch };
}

async function fail(state: State, error: unknown, now: Date): Promise<void> {
  const isNightly = state.work?.isNightly ?? true;
  if (isNightly) state.nights.retryAfter(now);
  state.failure = { at: now.toISOString(), text: sentenceOf(error) };
  state.log("backup failed", { message: messageOf(error) });
  if (isNightly) await notifyOwner(state.host, state.failure.text);
}

async function notifyOwner({ database, clock, wake }: Machine, reason: string): Promise<void> {
  const isBegun = await database.system(async (db) => {
    const stores = await db
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.isDemo, false))
      .limit(2);
    const [only, more] = stores;
    if (!only || more) return false;
    await beginIncident(inStore(db, only.id), clock(), {
      kind: KIND,
      audience: "owner",
      title: "The nightly backup of your store failed",
      text: `The nightly backup failed: ${reason} If the machine breaks, everything since the last backup is lost. The host retries every hour.`,
      over: "The nightly backup of your store works again.",
      href: "/dashboard/settings/data/backups",
    });
    return true;
  });
  if (isBegun) wake();
}

function newWork(what: Work["what"], name: string | null, isNightly: boolean): Work {
  return { what, name, isNightly, share: null };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function sentenceOf(error: unknown, done = "written to"): string {
  const message = messageOf(error);
  if (/ENOSPC|EDQUOT|no space left/i.test(message)) return "The disk is full.";
  if (/EACCES|EPERM|EROFS/.test(message)) return `The backup folder cannot be ${done}.`;
  if (/ENOENT|ENOTDIR/.test(message)) return "The backup folder is not there.";
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** Notifies the owners who know of the failure, also on a host with several stores now. `isGone`: backups were turned off. */
export async function endFailure(db: SystemDb, now: Date, how: { isGone?: boolean } = {}): Promise<void> {
  const open = await db
    .select({ organizationId: incidents.organizationId })
    .from(incidents)
    .where(and(eq(incidents.kind, KIND), isNull(incidents.endedAt)));
  for (const { organizationId } of open)
    await endIncident(inStore(db, organizationId), now, { kind: KIND }, how);
}
