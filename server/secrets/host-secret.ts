import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secureFolder } from "#server/db/data-folder.ts";

const BYTES = 32;

/**
 * The host's own key: it encrypts stored credentials and signs the links of its mails. From HOST_SECRET (base64), which
 * several hosts on one database must share; otherwise a file beside the data, made at the first start.
 */
export function hostSecret(env: NodeJS.ProcessEnv, dataDir: string): Buffer {
  const secret = Buffer.from(env.HOST_SECRET || stored(dataDir), "base64");
  if (secret.length < BYTES) throw new Error(`HOST_SECRET must be at least ${BYTES} random bytes in base64.`);
  return secret;
}

function stored(dataDir: string): string {
  const path = join(dataDir, "host-secret");
  secureFolder(dataDir);
  try {
    // Two hosts that start at once: one writes, both read.
    writeFileSync(path, randomBytes(BYTES).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8");
}
