import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { HttpError } from "#server/platform/errors.ts";

// OWASP's first choice for argon2id, and the library's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each uses a core and one of Node's four threads, which files and DNS need as well. */
const MAX_PARALLEL = 2;
/** About half a second of work. Further callers get a 503. */
const MAX_WAITING = 24;

/** Separate queues, so that a crowd of strangers can't keep out known people. */
type Queue = "trusted" | "strangers";

const dummyHash = hash(randomBytes(32), COST);
const waiting: Record<Queue, (() => void)[]> = { trusted: [], strangers: [] };
let running = 0;

export function hashPassword(password: string): Promise<string> {
  return runQueued("trusted", () => hash(password, COST));
}

/** Takes the same time when there are no records. Throws a 503 while the queue is full. */
export async function findByPassword<T extends { passwordHash: string | null }>(
  stored: T[],
  password: string,
  line: Queue = "trusted",
): Promise<T | undefined> {
  const hashes = stored.length > 0 ? stored.map(({ passwordHash }) => passwordHash) : [null];
  const fits = await runQueued(line, async () => {
    const found = [];
    for (const one of hashes) found.push((await verify(one ?? (await dummyHash), password)) && one !== null);
    return found;
  });
  return stored[fits.indexOf(true)];
}

/** Call it before counting the attempt. */
export function refuseWhenFull(line: Queue): void {
  if (running >= MAX_PARALLEL && waiting[line].length >= MAX_WAITING) {
    throw new HttpError(503, "Too many people are signing in right now. Try again in a moment.", 2);
  }
}

async function runQueued<T>(line: Queue, work: () => Promise<T>): Promise<T> {
  refuseWhenFull(line);
  if (running >= MAX_PARALLEL) await new Promise<void>((resolve) => waiting[line].push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.trusted.shift() ?? waiting.strangers.shift();
    if (next) next();
    else running--;
  }
}
