import * as z from "zod/mini";
import { flag, id, text, textOrNull, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/**
 * `way`: connected account, host's server, not at all (`kept`) or waiting (`none`). `sent` counts a day, the
 * others a week.
 */
const mail = z.object({
  way: z.enum(["account", "server", "kept", "none"]),
  address: textOrNull,
  error: textOrNull,
  waiting: z.number(),
  oldestDueAt: z.nullable(when),
  sent: z.number(),
  failed: z.number(),
  unknown: z.number(),
});

/** `isSilent`: its calendar doesn't answer. */
const calendar = z.object({
  id,
  name: text,
  address: text,
  provider: z.enum(["local", "imap", "google", "microsoft"]),
  error: textOrNull,
  isSilent: flag,
});

/** `since`: of the current run. `endedAt`: last success. `failingSince`: no success since. */
const job = z.object({
  name: text,
  since: z.nullable(when),
  endedAt: z.nullable(when),
  failingSince: z.nullable(when),
});

/** `unwritten`: upcoming appointments missing from their calendar. */
const status = z.object({
  at: when,
  mail,
  calendars: z.object({ accounts: z.array(calendar), unwritten: z.number(), refused: z.number() }),
  /** The process that answered. `troubles` are sentences. */
  host: z.object({
    version: text,
    schema: text,
    /** Of the tz database. */
    timeData: text,
    database: z.enum(["embedded", "postgres"]),
    startedAt: when,
    troubles: z.array(text),
    jobs: z.array(job),
  }),
  /** Null if the host has other stores, because backups contain all. */
  backups: z.nullable(
    z.object({
      isKept: flag,
      nextAt: z.nullable(when),
      lastAt: z.nullable(when),
      isSealed: flag,
      problem: textOrNull,
    }),
  ),
});
export type Status = Read<typeof status>;

export const statuses = { "status.get": { answer: status } } satisfies Schemas;
