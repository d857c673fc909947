import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

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
