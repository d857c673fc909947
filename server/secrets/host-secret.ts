import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secureFolder } from "#server/db/data-folder.ts";

type Env = { [name: string]: string | undefined };

const BYTES = 32;
const fileIn = (dataDir: string) => join(dataDir, "host-secret");
const besideIn = (dataDir: string) => join(dataDir, "host-secret.also");

/**
 * The host's own key: it encrypts stored credentials and signs the links of its mails. From HOST_SECRET (base64), which
 * several hosts on one database must share; otherwise a file beside the data, made at the first start.
 */
export function hostSecret(env: Env, dataDir: string): Buffer {
  return secretOfEnvironment(env) ?? checked(stored(dataDir));
}

/** Null where HOST_SECRET is not set. */
export function secretOfEnvironment(env: Env): Buffer | null {
  return env.HOST_SECRET ? checked(env.HOST_SECRET) : null;
}

/**
 * The secret beside the host's own, from HOST_SECRET_ALSO or the file that `rotateSecret` left: the one to come, while some
 * hosts still have the old one, then the one of before.
 */
export function secretBeside(env: Env, dataDir: string): Buffer | null {
  if (env.HOST_SECRET_ALSO) return checked(env.HOST_SECRET_ALSO, "HOST_SECRET_ALSO");
  const file = besideIn(dataDir);
  return !env.HOST_SECRET && existsSync(file) ? checked(readFileSync(file, "utf8")) : null;
}

/** The database has the former one now. */
export function forgetBeside(dataDir: string): void {
  rmSync(besideIn(dataDir), { force: true });
}

/** A new secret in the folder; the next start of the host finds the former one beside it. False where it has yet to. */
export function rotateSecret(dataDir: string): boolean {
  const former = stored(dataDir);
  if (existsSync(besideIn(dataDir))) return false;
  writeFileSync(besideIn(dataDir), former, { mode: 0o600, flush: true });
  changeSecret(dataDir, randomBytes(BYTES));
  return true;
}

/** The key that there is; null where none was made yet. */
export function presentSecret(env: Env, dataDir: string): Buffer | null {
  const own = secretOfEnvironment(env);
  if (own || !existsSync(fileIn(dataDir))) return own;
  return checked(readFileSync(fileIn(dataDir), "utf8"));
}

/** Another key takes the place of the present one, which is kept beside it. */
export function changeSecret(dataDir: string, secret: Buffer): void {
  secureFolder(dataDir);
  const path = fileIn(dataDir);
  const present = existsSync(path) ? readFileSync(path, "utf8") : null;
  const text = secret.toString("base64");
  if (present === text) return;
  const aside = `${path}.before-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  if (present !== null) linkSync(path, aside);
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

function checked(text: string, name = "HOST_SECRET"): Buffer {
  const secret = Buffer.from(text, "base64");
  if (secret.length < BYTES) throw new Error(`${name} must be at least ${BYTES} random bytes in base64.`);
  return secret;
}

function stored(dataDir: string): string {
  const path = fileIn(dataDir);
  secureFolder(dataDir);
  try {
    // Two hosts that start at once: one writes, both read.
    writeFileSync(path, randomBytes(BYTES).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8");
}
