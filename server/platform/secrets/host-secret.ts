import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secureFolder } from "#server/platform/db/data-folder.ts";
import { machineDate, randomBytes } from "#server/platform/machine.ts";

type Env = { [name: string]: string | undefined };

const BYTES = 32;
const secretFile = (dataDir: string) => join(dataDir, "host-secret");
const additionalFile = (dataDir: string) => join(dataDir, "host-secret.also");

/** Encrypts credentials and signs links. From HOST_SECRET (base64), or a file created at the first start. */
export function hostSecret(env: Env, dataDir: string): Buffer {
  return secretOfEnvironment(env) ?? parseSecret(readOrCreate(dataDir));
}

export function secretOfEnvironment(env: Env): Buffer | null {
  return env.HOST_SECRET ? parseSecret(env.HOST_SECRET) : null;
}

/** The second secret of a rotation: first the next one, while some hosts use the old one, then the previous one. */
export function additionalSecret(env: Env, dataDir: string): Buffer | null {
  if (env.HOST_SECRET_ALSO) return parseSecret(env.HOST_SECRET_ALSO, "HOST_SECRET_ALSO");
  const file = additionalFile(dataDir);
  return !env.HOST_SECRET && existsSync(file) ? parseSecret(readFileSync(file, "utf8")) : null;
}

export function deleteAdditionalSecret(dataDir: string): void {
  rmSync(additionalFile(dataDir), { force: true });
}

/** Keeps the previous one for the next start. False if the last rotation hasn't been picked up yet. */
export function rotateSecret(dataDir: string): boolean {
  const former = readOrCreate(dataDir);
  if (existsSync(additionalFile(dataDir))) return false;
  writeFileSync(additionalFile(dataDir), former, { mode: 0o600, flush: true });
  replaceSecret(dataDir, randomBytes(BYTES));
  return true;
}

export function existingSecret(env: Env, dataDir: string): Buffer | null {
  const own = secretOfEnvironment(env);
  if (own || !existsSync(secretFile(dataDir))) return own;
  return parseSecret(readFileSync(secretFile(dataDir), "utf8"));
}

export function replaceSecret(dataDir: string, secret: Buffer): void {
  secureFolder(dataDir);
  const path = secretFile(dataDir);
  const present = existsSync(path) ? readFileSync(path, "utf8") : null;
  const text = secret.toString("base64");
  if (present === text) return;
  const aside = `${path}.before-${machineDate().toISOString().replace(/[:.]/g, "-")}`;
  if (present !== null) linkSync(path, aside);
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

function parseSecret(text: string, name = "HOST_SECRET"): Buffer {
  const secret = Buffer.from(text, "base64");
  if (secret.length < BYTES) throw new Error(`${name} must be at least ${BYTES} random bytes in base64.`);
  return secret;
}

function readOrCreate(dataDir: string): string {
  const path = secretFile(dataDir);
  secureFolder(dataDir);
  try {
    // If two hosts start at once, one writes and both read.
    writeFileSync(path, randomBytes(BYTES).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8");
}
