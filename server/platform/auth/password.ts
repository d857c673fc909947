import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hash, verify } from "@node-rs/argon2";
import { HttpError } from "#server/platform/errors.ts";
import { randomBytes } from "#server/platform/machine.ts";

/** The most common ones are also refused with digits or signs around them. */
const CHECKED_IN_DISGUISE = 1_200;
const AFFIX = 6;
const LEET: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "8": "b",
};

// Lower case, most common first: leaked passwords (zxcvbn, MIT), plus those that our own rules provoke.
let list: { common: Set<string>; words: Set<string> } | undefined;
function loadList() {
  if (list) return list;
  const all = readFileSync(join(import.meta.dirname, "common-passwords.txt"), "utf8")
    .split(/\s+/)
    .filter(Boolean);
  const words = all.slice(0, CHECKED_IN_DISGUISE).filter((word) => /^[a-z]{4,}$/.test(word));
  list = { common: new Set(all), words: new Set(words) };
  return list;
}

export function refuseWeak(password: string, { email, store }: { email: string; store: string }): void {
  const { common, words } = loadList();
  const lower = password.toLowerCase();
  const bare = lower.replace(/^[^a-z]{1,6}/, "").replace(/[^a-z]{1,6}$/, "");
  const isDisguised = lower.length - bare.length <= AFFIX && undisguise(bare).some((word) => words.has(word));
  if (common.has(lower) || isDisguised || undisguise(lower).some((word) => words.has(word))) {
    throw new HttpError(400, "This password is one of the most common ones. Please choose another.");
  }
  const known = [email, email.split("@")[0] ?? "", store, ...store.split(/\s+/)].map((text) => letters(text));
  if (known.some((part) => part.length >= 4 && isMostly(lower, part))) {
    throw new HttpError(400, "Please choose a password without your email address or your store’s name.");
  }
}

/** Undoes letter substitutions. A 1 or ! can mean i or l. */
function undisguise(text: string): string[] {
  const replaced = text.replace(/[@430$578]/g, (sign) => LEET[sign] ?? sign);
  return ["i", "l"].map((letter) => replaced.replace(/[1!|]/g, letter));
}

function letters(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]/g, "");
}

function isMostly(password: string, part: string): boolean {
  return [password, ...undisguise(password)].some((text) => {
    const whole = letters(text);
    return whole.includes(part) && whole.replaceAll(part, "").length < 8;
  });
}

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

/** Takes the same time when there are no records. */
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
