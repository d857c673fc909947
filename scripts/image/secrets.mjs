import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/**
 * Can also be given as a file, by a variable with the suffix _FILE, which keeps secrets out of the
 * container's environment.
 */
export const SECRET = [
  "DATABASE_URL",
  "HOST_SECRET",
  "NEXTAUTH_SECRET",
  "BACKUP_PASSPHRASE",
  "SMTP_URL",
  "UNIPILE_API_KEY",
  "CAPTCHA_SECRET",
];

export function readSecrets(env) {
  for (const name of SECRET) {
    const file = env[`${name}_FILE`];
    if (file && !env[name]) env[name] = fs.readFileSync(file, "utf8").trim();
  }
}

/** At the first start, for web app, host and database, in one folder each. Existing ones stay. */
export function writeSecrets(folder) {
  make(path.join(folder, "web/nextauth"), 0o400);
  make(path.join(folder, "host/key"), 0o400);
  // Postgres reads both as another user, from its own volume.
  make(path.join(folder, "db/superuser"), 0o444);
  const password = make(path.join(folder, "db/password"), 0o444);
  make(path.join(folder, "host/database-url"), 0o400, `postgres://loupe:${password}@db:5432/loupe`);
}

/** Atomically, unless it exists. */
function make(file, mode, text = randomBytes(32).toString("base64url")) {
  if (!fs.existsSync(file)) {
    fs.writeFileSync(`${file}.new`, text, { mode });
    fs.chmodSync(`${file}.new`, mode);
    fs.renameSync(`${file}.new`, file);
  }
  return fs.readFileSync(file, "utf8");
}
