import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

// The longest that a session lasts, and a day: then nothing is left that the former one opens.
const BESIDE_MS = 31 * 86_400_000;

/** The key of the session cookies before the present one (`npm run secrets -- rotate`), while cookies of it may be about. */
export function formerSecret(dataDir) {
  const file = path.join(dataDir, "secret.also");
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (Date.now() - found.mtimeMs < BESIDE_MS) return fs.readFileSync(file, "utf8");
  fs.rmSync(file);
  return undefined;
}

/** The key of the session cookies, made on the first start and kept in the data folder for its owner alone. */
export function ownSecret(dataDir) {
  const file = path.join(dataDir, "secret");
  try {
    fs.writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    fs.chmodSync(file, 0o600);
  }
  return fs.readFileSync(file, "utf8");
}
