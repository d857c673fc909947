import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { Database, Opened } from "#server/platform/db/client.ts";
import { answer, type Engine } from "#server/platform/db/lite-engine.ts";
import { openLite } from "#server/platform/db/open.ts";
import type { Random } from "#server/platform/db/random.ts";
import { ScopedClient } from "#server/platform/db/scoped-client.ts";
import { as, atOnce, type Owner, sleep } from "./machine.ts";

const noCopies = async () => {
  throw new Error("The simulated database can't be copied.");
};

const extensions = { btree_gin, btree_gist, pg_trgm };
const MIGRATIONS = join(import.meta.dirname, "../../server/platform/db/migrations");

/** An empty database with the current schema. Cached, because the migrations take seconds. */
export async function prepareTemplate(): Promise<string> {
  const hash = createHash("sha256").update(process.version);
  for (const name of readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql"))
    .sort())
    hash.update(readFileSync(join(MIGRATIONS, name)));
  const path = join(tmpdir(), `loupe-simulate-${hash.digest("hex").slice(0, 16)}.tar`);
  if (existsSync(path)) return path;
  const lite = await PGlite.create({ extensions });
  const opened = await openIn(lite);
  const dump = await lite.dumpDataDir("none");
  writeFileSync(`${path}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
  // Another process may be writing it, too.
  renameSync(`${path}.${process.pid}`, path);
  await opened.close();
  return path;
}

const SETTINGS = [
  ...["synchronous_commit=off", "full_page_writes=off", "wal_init_zero=off", "wal_recycle=off"],
  ...["wal_level=minimal", "max_wal_senders=0", "track_activities=off", "track_counts=off"],
  "plan_cache_mode=force_generic_plan",
];

/** In memory, and in this thread. */
export async function openMemory(template: string): Promise<Opened> {
  const startParams = [...PGlite.defaultStartParams, ...SETTINGS.flatMap((one) => ["-c", one])];
  const loadDataDir = new Blob([readFileSync(template)]);
  return openIn(await PGlite.create({ loadDataDir, extensions, startParams }));
}

function openIn(lite: PGlite): Promise<Opened> {
  const engine: Engine = {
    begin: () => lite.waitReady,
    // The database has its own clock.
    send: (request) => as(undefined, () => atOnce(() => answer(lite, request))),
    close: () => lite.close(),
    end: () => lite.close(),
  };
  return openLite(engine, { apart: noCopies });
}

const names = new Map<string, string>();
const { query } = ScopedClient.prototype;
ScopedClient.prototype.query = function (asked, values) {
  const config = typeof asked === "string" ? { text: asked } : asked;
  if (config.name || !values?.length) return query.call(this, asked, values);
  const name = names.get(config.text) ?? `s${names.size}`;
  names.set(config.text, name);
  return query.call(this, { ...config, name }, values);
};

class Killed extends Error {}
const never = new Promise<never>(() => {});

export type Moment = "before" | "inside" | "after";

type Watch = { reached: (moment: Moment) => void; delay: () => number };

/**
 * One process's view of the database: its work takes time, and ends with the process. What a dead process had not
 * committed is rolled back.
 */
export function databaseOf(database: Database, owner: Owner, { reached, delay }: Watch): Database {
  async function scope<T>(
    run: (watch: <D>(work: (db: D) => Promise<T>) => (db: D) => Promise<T>) => Promise<T>,
  ): Promise<T> {
    await sleep(delay());
    reached("before");
    if (owner.isDead) return never;
    let result: T;
    try {
      result = await run((work) => async (db) => {
        const done = await work(db);
        reached("inside");
        if (owner.isDead) throw new Killed();
        return done;
      });
    } catch (error) {
      if (owner.isDead) return never;
      throw error;
    }
    reached("after");
    return owner.isDead ? never : result;
  }
  return {
    read: (id, work, actor) => scope((watch) => database.read(id, watch(work), actor)),
    tenant: (id, work) => scope((watch) => database.tenant(id, watch(work))),
    system: (work) => scope((watch) => database.system(watch(work))),
    snapshotOf: noCopies,
  };
}

export function delayFrom(random: Random, most: number): number {
  return random.chance(0.98) ? random.between(1, Math.ceil(most / 20)) : random.between(1, most);
}
