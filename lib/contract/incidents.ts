import * as z from "zod/mini";
import { flag, id, text, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/**
 * - `mail`, `calendar`, `account`: the store's account is refused, in part or entirely; `unread`: its
 * calendar doesn't answer. - `mailsFailed`: emails failed permanently. `undelivered`: an expected email
 * didn't arrive in time. - `automationsPaused`: the account's failure paused them. - `eventsLeft`:
 * appointments that couldn't be removed from the previous calendar. - `backupFailed`: the nightly backup
 * failed. - `mentioned`: a colleague mentioned this person in a note. - `secondStep`: someone failed this
 * person's second step, or a colleague removed it. - `accountChanged`: the store's account was connected,
 * changed or disconnected.
 */
const incidentKinds = [
  "mail",
  "calendar",
  "account",
  "unread",
  "mailsFailed",
  "undelivered",
  "automationsPaused",
  "eventsLeft",
  "accountChanged",
  "backupFailed",
  "mentioned",
  "secondStep",
] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/** A lasting problem. `href`: where to fix it. */
export const incident = z.object({
  id,
  kind: z.enum(incidentKinds),
  text,
  href: text,
  beganAt: when,
  /** It stays until someone dismisses it. */
  canDismiss: flag,
});
export type Incident = Read<typeof incident>;

export const incidents = {
  "incidents.dismiss": {},
} satisfies Schemas;
