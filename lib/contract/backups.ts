import * as z from "zod/mini";
import * as f from "./fields.ts";
import { mail } from "./mails.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** Emails on hold after a restore: those since `since` may have left before. */
const held = z.object({
  since: z.nullable(f.when),
  mailCount: z.number(),
  mails: z.array(
    z.object({
      id: f.id,
      kind: mail.shape.kind,
      toAddress: f.text,
      toName: f.text,
      subject: f.textOrNull,
      dueAt: f.when,
    }),
  ),
  automations: z.array(z.object({ id: f.id, name: f.text })),
  campaigns: z.array(z.object({ id: f.id, name: f.text })),
  appointments: z.number(),
});

/** Contents are known only if this version wrote or read the backup; `problem` says why not. */
const kept = z.object({
  name: f.text,
  cause: z.enum(["night", "hand", "upgrade"]),
  madeAt: f.when,
  bytes: z.number(),
  contacts: z.nullable(z.number()),
  sales: z.nullable(z.number()),
  checkedAt: z.nullable(f.when),
  problem: f.textOrNull,
});
export type KeptBackup = Read<typeof kept>;

/** `at`: daily time by the machine's clock. `share`: progress from 0 to 1. */
const state = z.object({
  folder: f.textOrNull,
  at: f.textOrNull,
  nextAt: z.nullable(f.when),
  keep: z.number(),
  isSealed: f.flag,
  work: z.nullable(
    z.object({ what: z.enum(["make", "verify"]), name: f.textOrNull, share: z.nullable(z.number()) }),
  ),
  failure: z.nullable(z.object({ at: f.when, text: f.text })),
  unreadable: f.textOrNull,
  kept: z.array(kept),
});
export type BackupState = Read<typeof state>;

export const backups = {
  "backups.get": { answer: state },
  "backups.verify": { body: z.object({ name: f.required("Required", 200) }) },
  "backups.held": { answer: held },
  "backups.release": { body: z.object({ what: z.enum(["send", "drop"], "must be send or drop") }) },
} satisfies Schemas;
