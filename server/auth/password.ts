import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { HttpError } from "#server/errors.ts";

// argon2id with OWASP's parameters: 19 MiB, 2 passes, 1 lane (the cheat sheet's first choice, and the library's default).
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashes at once: each takes a core and a thread of Node's four, which files and name servers need as well. */
const AT_ONCE = 2;
/** So many wait, for half a second or so; whoever comes then is told to come again. */
const WAITING = 24;

/** `trusted`: of somebody who is known here already; no crowd of strangers keeps them out. */
type Line = "trusted" | "strangers";

const nobody = hash(randomBytes(32), COST);
const waiting: Record<Line, (() => void)[]> = { trusted: [], strangers: [] };
let running = 0;

export function hashPassword(password: string): Promise<string> {
  return inLine("trusted", () => hash(password, COST));
}

/**
 * The first of these hashes that a password fits; undefined for none. Takes the same time where there is none. Throws a
 * 503 while too many wait.
 */
export async function fitting<T extends { passwordHash: string | null }>(
  stored: T[],
  password: string,
  line: Line = "trusted",
): Promise<T | undefined> {
  const hashes = stored.length > 0 ? stored.map(({ passwordHash }) => passwordHash) : [null];
  const fits = await inLine(line, async () => {
    const found = [];
    for (const one of hashes) found.push((await verify(one ?? (await nobody), password)) && one !== null);
    return found;
  });
  return stored[fits.indexOf(true)];
}

/** Throws a 503 where a password could not be looked at anyway, before the try is counted. */
export function refuseWhenFull(line: Line): void {
  if (running >= AT_ONCE && waiting[line].length >= WAITING) {
    throw new HttpError(503, "Too many people are signing in right now. Try again in a moment.", 2);
  }
}

async function inLine<T>(line: Line, work: () => Promise<T>): Promise<T> {
  refuseWhenFull(line);
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting[line].push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // Whoever is next takes over the place.
    const next = waiting.trusted.shift() ?? waiting.strangers.shift();
    if (next) next();
    else running--;
  }
}
