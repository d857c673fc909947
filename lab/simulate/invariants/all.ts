import { allowed } from "./allowed.ts";
import { appointmentMail } from "./appointment-mail.ts";
import { audience } from "./audience.ts";
import { birthdays } from "./birthdays.ts";
import { bounced } from "./bounced.ts";
import { calendars } from "./calendars.ts";
import { capped } from "./capped.ts";
import { copies } from "./copies.ts";
import { erased } from "./erased.ts";
import { externalCalendars } from "./external-calendars.ts";
import type { Invariant } from "./invariant.ts";
import { journaled } from "./journaled.ts";
import { knownFree } from "./known-free.ts";
import { links } from "./links.ts";
import { noOverlaps } from "./no-overlaps.ts";
import { noProblems } from "./no-problems.ts";
import { offersHold } from "./offers.ts";
import { pages } from "./pages.ts";
import { paid } from "./paid.ts";
import { progress } from "./progress.ts";
import { quiet } from "./quiet.ts";
import { received } from "./received.ts";
import { refused } from "./refused.ts";
import { reminders } from "./reminders.ts";
import { removed } from "./removed.ts";
import { repairsMove } from "./repairs.ts";
import { rights } from "./rights.ts";
import { segments } from "./segments.ts";
import { sentOnce } from "./sent-once.ts";
import { separate } from "./separate.ts";
import { shown } from "./shown.ts";
import { sums } from "./sums.ts";
import { tasksOnce } from "./tasks.ts";
import { undone } from "./undone.ts";
import { writtenOnce } from "./written-once.ts";

export const invariants: Invariant[] = [
  noProblems,
  noOverlaps,
  allowed,
  shown,
  calendars,
  externalCalendars,
  knownFree,
  received,
  links,
  writtenOnce,
  birthdays,
  refused,
  bounced,
  capped,
  quiet,
  sentOnce,
  appointmentMail,
  reminders,
  repairsMove,
  sums,
  paid,
  segments,
  audience,
  copies,
  rights,
  removed,
  separate,
  offersHold,
  tasksOnce,
  pages,
  progress,
  journaled,
  undone,
  erased,
];
