import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Turn } from "#server/jobs/loop.ts";
import { knownMigrations } from "#server/platform/db/migrations.ts";
import type { HostStatus } from "#server/platform/handler.ts";
import { machineDate } from "#server/platform/machine.ts";

const PACKAGE = join(import.meta.dirname, "../../../package.json");

type Watched = { embedded: boolean; turns: () => Turn[]; troubles: () => Promise<string[]> };

export function statusOf({ embedded, turns, troubles }: Watched): HostStatus {
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };
  return {
    version,
    schema: knownMigrations().at(-1)?.tag ?? "",
    database: embedded ? "embedded" : "postgres",
    startedAt: machineDate(),
    troubles,
    jobs: turns,
  };
}
