import * as z from "zod/mini";
import { flag, id, text, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/**
 * - `mail`, `calendar`, `account`: that part of the store's account, or all of it, is refused; `unread`: its calendar
 *   does not answer.
 * - `mailsFailed`: emails failed for good. `undelivered`: somebody waits for an email that did not come in time.
 * - `automationsPaused`: the account's failure paused them.
 * - `eventsLeft`: appointments that could not be removed from the calendar that was used before.
 * - `backupFailed`: the host's nightly backup could not be made.
 * - `mentioned`: a colleague named this person in a note.
 * - `secondStep`: somebody tried to pass this person's second step, or a colleague took it away.
 * - `accountChanged`: the store's account was connected, changed or disconnected.
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

/** Something that staff must know of. `href`: where in the app it is repaired. */
export const incident = z.object({
  id,
  kind: z.enum(incidentKinds),
  text,
  href: text,
  beganAt: when,
  /** Nothing ends it but a person who has seen it. */
  canDismiss: flag,
});
export type Incident = Read<typeof incident>;

export const incidents = {
  "incidents.dismiss": {},
} satisfies Schemas;
