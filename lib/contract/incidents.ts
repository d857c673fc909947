import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const incidentKinds = [
  // The store's account is refused, or its calendar doesn't answer (`unread`).
  "mail",
  "calendar",
  "account",
  "unread",
  "mailsFailed",
  // An expected email didn't arrive.
  "undelivered",
  "automationsPaused",
  // Events remain in the previous calendar.
  "eventsLeft",
  "accountChanged",
  "backupFailed",
  "importStopped",
  "mentioned",
  // Someone failed this person's second step, or a colleague removed it.
  "secondStep",
] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/** A lasting problem. `href`: where to fix it. */
export const incident = z.object({
  id: f.id,
  kind: z.enum(incidentKinds),
  text: f.text,
  href: f.text,
  beganAt: f.when,
  canDismiss: f.flag,
});
export type Incident = Read<typeof incident>;

export const incidents = {
  "incidents.dismiss": {},
} satisfies Schemas;
