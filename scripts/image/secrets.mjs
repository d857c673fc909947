import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** What may come as a file, named by a variable with _FILE at its end: whoever lists a container's environment sees none. */
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

/**
 * Makes at the first start what web, host and database need to trust each other, each in a folder that only they are
 * given. What is there stays.
 */
export function writeSecrets(folder) {
  make(path.join(folder, "web/nextauth"), 0o400);
  make(path.join(folder, "host/key"), 0o400);
  // Postgres reads both as a user of its own, from a volume that nobody else has.
  make(path.join(folder, "db/superuser"), 0o444);
  const password = make(path.join(folder, "db/password"), 0o444);
  make(path.join(folder, "host/database-url"), 0o400, `postgres://loupe:${password}@db:5432/loupe`);
}

/** Whole or not at all, and never twice. */
function make(file, mode, text = randomBytes(32).toString("base64url")) {
  if (!fs.existsSync(file)) {
    fs.writeFileSync(`${file}.new`, text, { mode });
    fs.chmodSync(`${file}.new`, mode);
    fs.renameSync(`${file}.new`, file);
  }
  return fs.readFileSync(file, "utf8");
}
