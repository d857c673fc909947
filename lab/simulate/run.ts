import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { wallAt } from "#lib/time/zone.ts";
import { randomFrom } from "#server/platform/db/random.ts";
import { openMemory, prepareTemplate } from "./database.ts";
import { invariants } from "./invariants/all.ts";
import { currentTransaction } from "./invariants/invariant.ts";
import { planLetters } from "./letters.ts";
import { nextAt, now, settled, sleep, startMachine, step, wallMs } from "./machine.ts";
import { work } from "./people.ts";
import { openStore, type Store } from "./store.ts";
import { bookUnread, visit } from "./visitors.ts";
import { DAY, HOUR, World } from "./world.ts";

type Options = {
  seed: number;
  days: number;
  faults: number;
  until?: number | undefined;
  /** Hears of each day. */
  tell?: (text: string) => void;
  load?: number;
  sql?: string[];
};
type Violation = {
  invariant: string;
  says: string;
  step: number;
  day: number;
  rows: string[];
  events: string[];
};
export type Result = {
  seed: number;
  days: number;
  counts: World["counts"];
  answers: World["answers"];
  /** The last ones. */
  events: string[];
  violations: Violation[];
  hash: string;
  wallS: number;
};

/** Days before most zones change their clocks. */
const START = Date.parse("2026-10-23T00:00:00Z");

/** A busy day has 17,000. */
const MOST_STEPS = 30_000;
/** Before their sessions end. */
const SIGN_IN_DAYS = 14;
const TIDY_DAYS = 3;
const ROTATION_DAYS = 7;
const RESTLESS = { invariant: "rest", says: "Jobs don't run again and again without getting anything done." };

export async function simulate({
  seed,
  days,
  faults,
  until,
  tell = () => {},
  load = 1,
  sql: broken = [],
}: Options): Promise<Result> {
  const begun = wallMs();
  const random = (salt: number) => randomFrom(seed * 1009 + salt * 7919);
  const secret = Buffer.alloc(32, seed & 255);
  const template = await prepareTemplate();
  startMachine(START, random);
  const opened = await openMemory(template);
  for (const one of broken) await opened.database.system((db) => db.execute(sql.raw(one)));
  const world = new World(opened, { seed, faults: 0 }, secret);
  const speak = hearLog(world);
  const opening = Promise.all([1, 2].map((nth) => openStore(world, nth)));
  let stores: Store[] | null = null;
  opening.then((all) => {
    stores = all;
    world.calendarServer.onOutage = () => void all.map((store) => bookUnread(world, store));
  });
  const violations: Violation[] = [];
  await settled();
  while (!stores) await step();
  world.settings.faults = faults;
  const fate = random(7);
  let since = 0;
  const end = START + days * DAY;
  const violation = (rest: Pick<Violation, "invariant" | "says" | "day" | "rows">) =>
    violations.push({ ...rest, step: world.counts.steps, events: world.events.slice(-50) });
  for (let day = 1; day <= Math.ceil(days) && violations.length === 0; day++) {
    if (day % SIGN_IN_DAYS === 0) await world.signIn(stores);
    planDay(world, stores, fate, START + (day - 1) * DAY, load);
    world.calendarServer.planDay(START + (day - 1) * DAY);
    if (faults > 0 && day % ROTATION_DAYS === 2)
      void sleep(fate.between(0, 20 * HOUR)).then(() => world.rotate());
    planLetters(world, stores, START + (day - 1) * DAY);
    const midnight = Math.min(START + day * DAY, end);
    const most = world.counts.steps + MOST_STEPS;
    while (nextAt() <= midnight && world.counts.steps < most) {
      world.counts.steps += 1;
      await step();
      if (until !== undefined && world.counts.steps >= until) break;
    }
    if (until !== undefined && world.counts.steps >= until) break;
    if (world.counts.steps >= most)
      violation({ ...RESTLESS, day, rows: [`${MOST_STEPS} steps until ${new Date(now()).toISOString()}`] });
    const isEnd = now() + DAY > end;
    if (isEnd || day % TIDY_DAYS === 0) await world.tidy();
    const look = { world, stores, isEnd, day, since: isEnd ? 0 : since };
    since = await currentTransaction(look);
    for (const { name, says, check } of invariants) {
      const rows = await check(look);
      if (rows.length > 0) violation({ invariant: name, says, day, rows });
    }
    tell(`day ${day}: ${world.counts.mails} mails, ${((wallMs() - begun) / 1000).toFixed(0)} s`);
  }
  await settled();
  speak();
  const hash = await hashOf(world);
  return {
    seed,
    days,
    counts: world.counts,
    answers: world.answers,
    events: world.events.slice(-50),
    violations,
    hash,
    wallS: (wallMs() - begun) / 1000,
  };
}

function planDay(
  world: World,
  stores: Store[],
  fate: ReturnType<typeof randomFrom>,
  from: number,
  load: number,
): void {
  const at = (hour: number, act: () => Promise<void>) => {
    void sleep(Math.max(0, from + hour * HOUR - now())).then(act);
  };
  for (const store of stores) {
    const offset = (wallAt(from, store.timezone) - from) / HOUR;
    const open = (12 + 24 - offset) % 24;
    for (let n = 0; n < 25 * load; n++)
      at((open + fate.between(0, 1400) / 100) % 24, () => visit(world, store));
    for (let n = 0; n < 30 * load; n++)
      at((open + fate.between(0, 1000) / 100) % 24, () => work(world, store));
  }
  const kills = world.settings.faults > 0 ? fate.between(0, 4) : 0;
  for (let n = 0; n < kills; n++) at(fate.between(0, 2399) / 100, async () => world.kill());
  const stalls = world.settings.faults > 0 ? fate.between(0, 6) : 0;
  for (let n = 0; n < stalls; n++) at(fate.between(0, 2399) / 100, async () => world.stall());
}

async function hashOf({ opened }: World): Promise<string> {
  const hash = createHash("sha256");
  await opened.database.system(async (db) => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
    for (const { name } of rows) {
      const found = await db.execute<{ row: string }>(
        sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`,
      );
      hash.update(`${name}\n${found.rows.map(({ row }) => row).join("\n")}\n`);
    }
  });
  return hash.digest("hex");
}

function hearLog(world: World): () => void {
  const write = process.stdout.write;
  process.stdout.write = ((line: string) => {
    const { time: _, event, organization: __, ...fields } = JSON.parse(line);
    world.note(`${event} ${JSON.stringify(fields)}`);
    return true;
  }) as typeof write;
  return () => {
    process.stdout.write = write;
  };
}
