import * as z from "zod/mini";
import { flag, id, text, textOrNull, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/**
 * How the store's mail leaves: by an `account`, by the host's own `server`, not at all yet (`kept`), or, without an account,
 * `none` while it waits. `sent` counts a day, `failed` and `unknown` a week.
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

/** A connected account; `isSilent`: its calendar does not answer. */
const calendar = z.object({
  id,
  name: text,
  address: text,
  provider: z.enum(["local", "imap", "google", "microsoft"]),
  error: textOrNull,
  isSilent: flag,
});

/** `since`: its turn lasts; `endedAt`: the last turn that went well; `failingSince`: every turn since then failed. */
const job = z.object({
  name: text,
  since: z.nullable(when),
  endedAt: z.nullable(when),
  failingSince: z.nullable(when),
});

/** `unwritten` and `refused`: appointments to come that no calendar was told yet, or that it would not take. */
const status = z.object({
  at: when,
  mail,
  calendars: z.object({ accounts: z.array(calendar), unwritten: z.number(), refused: z.number() }),
  /** The process that answered: of several hosts one. `troubles`: sentences of what is wrong with it. */
  host: z.object({
    version: text,
    schema: text,
    database: z.enum(["embedded", "postgres"]),
    startedAt: when,
    troubles: z.array(text),
    jobs: z.array(job),
  }),
  /** Null where the host is shared with other stores: its backups are nobody's alone. */
  backups: z.nullable(
    z.object({
      /** Whether this host keeps any. */
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
