import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** `way`: account, host's server, not at all (`kept`), waiting (`none`). `sent` counts a day, the others a week. */
const mail = z.object({
  way: z.enum(["account", "server", "kept", "none"]),
  address: f.textOrNull,
  error: f.textOrNull,
  waiting: z.number(),
  oldestDueAt: z.nullable(f.when),
  sent: z.number(),
  failed: z.number(),
  unknown: z.number(),
});

/** `isSilent`: its calendar doesn't answer. */
const calendar = z.object({
  id: f.id,
  name: f.text,
  address: f.text,
  provider: z.enum(["local", "imap", "google", "microsoft"]),
  error: f.textOrNull,
  isSilent: f.flag,
});

/** `since`: of the current run. `endedAt`: last success. `failingSince`: no success since. */
const job = z.object({
  name: f.text,
  since: z.nullable(f.when),
  endedAt: z.nullable(f.when),
  failingSince: z.nullable(f.when),
});

/** `unwritten`: upcoming appointments missing from their calendar. */
const status = z.object({
  at: f.when,
  mail,
  calendars: z.object({ accounts: z.array(calendar), unwritten: z.number(), refused: z.number() }),
  /** The process that answered. `troubles` are sentences. */
  host: z.object({
    version: f.text,
    schema: f.text,
    /** Of the tz database. */
    timeData: f.text,
    database: z.enum(["embedded", "postgres"]),
    startedAt: f.when,
    troubles: z.array(f.text),
    jobs: z.array(job),
  }),
  /** Null if the host has other stores, because backups contain all. */
  backups: z.nullable(
    z.object({
      isKept: f.flag,
      nextAt: z.nullable(f.when),
      lastAt: z.nullable(f.when),
      isSealed: f.flag,
      problem: f.textOrNull,
    }),
  ),
});
export type Status = Read<typeof status>;

export const statuses = { "status.get": { answer: status } } satisfies Schemas;
