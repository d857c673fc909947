import * as z from "zod/mini";
import { flag, id, text, textOrNull, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/**
 * How the store's email leaves: through an `account`, the host's own `server`, not at all (`kept`), or
 * waiting for an account (`none`). `sent` counts a day, `failed` and `unknown` a week.
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

/** A connected account. `isSilent`: its calendar doesn't answer. */
const calendar = z.object({
  id,
  name: text,
  address: text,
  provider: z.enum(["local", "imap", "google", "microsoft"]),
  error: textOrNull,
  isSilent: flag,
});

/** `since`: start of the current run; `endedAt`: last success; `failingSince`: all runs since then failed. */
const job = z.object({
  name: text,
  since: z.nullable(when),
  endedAt: z.nullable(when),
  failingSince: z.nullable(when),
});

/** Upcoming appointments that aren't in their calendar yet (`unwritten`), or that it refused. */
const status = z.object({
  at: when,
  mail,
  calendars: z.object({ accounts: z.array(calendar), unwritten: z.number(), refused: z.number() }),
  /** The process that answered, one of possibly several. `troubles`: its problems, as sentences. */
  host: z.object({
    version: text,
    schema: text,
    database: z.enum(["embedded", "postgres"]),
    startedAt: when,
    troubles: z.array(text),
    jobs: z.array(job),
  }),
  /** Null if other stores share the host, because its backups contain all stores. */
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
