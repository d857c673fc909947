import { mkdir } from "node:fs/promises";
import { basename } from "node:path";
import type { BeforeUpgrade } from "#server/platform/db/migrations.ts";
import type { DatabaseLocation } from "#server/platform/db/open.ts";
import { VERSION } from "#server/platform/http/version.ts";
import { machineDate } from "#server/platform/machine.ts";
import { existingSecret } from "#server/platform/secrets/host-secret.ts";
import { countsIn, writeBackup } from "./file.ts";
import { backupsIn, databaseId, folderOf, forgetLeft, note } from "./folder.ts";

/** Each start retries a failed upgrade with a full backup. */
const KEPT = 3;

export function backUpBefore(where: DatabaseLocation, env: NodeJS.ProcessEnv): BeforeUpgrade {
  return async (client, { when, tag }) => {
    if (env.BACKUP_BEFORE_UPGRADE === "off") return;
    const folder = folderOf(where, env);
    const id = databaseId(where);
    const backups = backupsIn(folder, "upgrade", id, tag || String(when));
    const now = machineDate();
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await forgetLeft({ folder, dataDir: where.dataDir, id });
      const file = backups.fileOf(now);
      const manifest = await writeBackup(file, {
        client,
        isAlone: true,
        engine: where.databaseUrl ? "postgres" : "embedded",
        program: VERSION,
        secret: existingSecret(env, where.dataDir),
        passphrase: env.BACKUP_PASSPHRASE || undefined,
      });
      await backups.keep(KEPT, now);
      const checked = { ...countsIn(manifest), checkedAt: machineDate().toISOString(), problem: null };
      await note(folder, id, basename(file), checked);
    } catch (error) {
      throw new Error(
        `The backup before the upgrade failed, so the database was not upgraded: ${error instanceof Error ? error.message : error} (To upgrade without one, start it once with BACKUP_BEFORE_UPGRADE=off.)`,
      );
    }
  };
}
