import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

// A session lasts 30 days, so a cookie of the former secret is invalid after this time.
const FORMER_MS = 31 * 86_400_000;

/** While such session cookies can still be valid (`npm run secrets -- rotate`). */
export function formerSecret(dataDir) {
  const file = path.join(dataDir, "secret.also");
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (Date.now() - found.mtimeMs < FORMER_MS) return fs.readFileSync(file, "utf8");
  fs.rmSync(file);
  return undefined;
}

/** Created at the first start, readable by its owner only. */
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
