import * as z from "zod/mini";
import { flag, id, required, text, textOrNull, when } from "./fields.ts";
import { mail } from "./mails.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** Emails on hold after a restore: those since `since` may have left before. */
const held = z.object({
  since: z.nullable(when),
  mailCount: z.number(),
  mails: z.array(
    z.object({ id, kind: mail.shape.kind, toAddress: text, toName: text, subject: textOrNull, dueAt: when }),
  ),
  automations: z.array(z.object({ id, name: text })),
  campaigns: z.array(z.object({ id, name: text })),
  appointments: z.number(),
});

/** Contents are known only if this version wrote or read the backup; `problem` says why not. */
const kept = z.object({
  name: text,
  cause: z.enum(["night", "hand", "upgrade"]),
  madeAt: when,
  bytes: z.number(),
  contacts: z.nullable(z.number()),
  sales: z.nullable(z.number()),
  checkedAt: z.nullable(when),
  problem: textOrNull,
});
export type KeptBackup = Read<typeof kept>;

/** `at`: daily time by the machine's clock. `share`: progress from 0 to 1. */
const state = z.object({
  folder: textOrNull,
  at: textOrNull,
  nextAt: z.nullable(when),
  keep: z.number(),
  isSealed: flag,
  work: z.nullable(
    z.object({ what: z.enum(["make", "verify"]), name: textOrNull, share: z.nullable(z.number()) }),
  ),
  failure: z.nullable(z.object({ at: when, text })),
  unreadable: textOrNull,
  kept: z.array(kept),
});
export type BackupState = Read<typeof state>;

export const backups = {
  "backups.get": { answer: state },
  "backups.verify": { body: z.object({ name: required("Required", 200) }) },
  "backups.held": { answer: held },
  "backups.release": { body: z.object({ what: z.enum(["send", "drop"], "must be send or drop") }) },
} satisfies Schemas;
