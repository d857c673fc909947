import { TZ_VERSION } from "#lib/time/zone-data.ts";
import type { Turn } from "#server/jobs/loop.ts";
import { knownMigrations } from "#server/platform/db/migrations.ts";
import type { HostStatus } from "#server/platform/handler.ts";
import { VERSION } from "#server/platform/http/version.ts";
import { machineDate } from "#server/platform/machine.ts";

type Watched = { embedded: boolean; turns: () => Turn[]; troubles: () => Promise<string[]> };

export function statusOf({ embedded, turns, troubles }: Watched): HostStatus {
  return {
    version: VERSION,
    schema: knownMigrations().at(-1)?.tag ?? "",
    timeData: TZ_VERSION,
    database: embedded ? "embedded" : "postgres",
    startedAt: machineDate(),
    troubles,
    jobs: turns,
  };
}
