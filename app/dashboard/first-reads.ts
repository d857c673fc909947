import "server-only";
import { segmentFilter } from "#components/segment/filter.ts";
import { COMPLETE, readKey } from "#lib/api/keys.ts";
import { periodOf, readPlace } from "#lib/calendar/period.ts";
import type { Input, ReadName } from "#lib/contract/contract.ts";
import { mailStates } from "#lib/contract/mails.ts";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import { timelineKinds } from "#lib/contract/timeline-terms.ts";
import { askComplete, HostError, hostCall } from "#lib/host.ts";
import { NOT_MAILED } from "#lib/mails.ts";
import { periodQuery, readPeriod } from "#lib/periods.ts";
import { reportQuery } from "#lib/report-periods.ts";
import { dayOf } from "#lib/time/days.ts";
import {
  type Entry,
  list,
  PATIENCE,
  type Reads,
  read,
  readTheirs,
  security,
  type Wanted,
} from "./read-first.ts";

type Found = Record<string, unknown>;

// So the first HTML contains the rows. A group in the path is a record's id.
const screens: [path: RegExp, reads: Reads][] = [
  [/^\/dashboard$/, (wanted) => [summary(wanted), day(wanted), readTheirs("setup.get", wanted)]],
  [
    /^\/dashboard\/setup$/,
    (wanted) => [
      readTheirs("setup.get", wanted),
      read("organization.timezone", {}, wanted),
      read("organization.timezones", {}, wanted),
    ],
  ],
  [
    /^\/dashboard\/reports$/,
    (wanted) => [report(wanted), read("products.list", {}, wanted), read("team.list", {}, wanted)],
  ],
  [/^\/dashboard\/contacts$/, (wanted) => segmented("contacts", wanted)],
  [/^\/dashboard\/mail$/, (wanted) => [mails(wanted)]],
  [/^\/dashboard\/sales$/, (wanted) => segmented("sales", wanted)],
  [/^\/dashboard\/appointments$/, (wanted) => [events(wanted)]],
  [/^\/dashboard\/products$/, (wanted) => [read("products.list", {}, wanted)]],
  [/^\/dashboard\/contacts\/profile\/([\w-]+)$/, profile],
  [
    /^\/dashboard\/settings$/,
    (wanted) => [
      read("organization.timezone", {}, wanted),
      read("organization.timezones", {}, wanted),
      readTheirs("organization.rights", wanted, "organization.setRights"),
      readTheirs("organization.consent", wanted, "organization.setConsent"),
      readTheirs("organization.mailLimits", wanted, "organization.setMailLimits"),
    ],
  ],
  [/^\/dashboard\/settings\/data$/, imports],
  [/^\/dashboard\/settings\/data\/export$/, (wanted) => [readTheirs("data.exported", wanted)]],
  [/^\/dashboard\/settings\/data\/fields$/, (wanted) => [read("fields.list", {}, wanted)]],
  [/^\/dashboard\/settings\/data\/tags$/, (wanted) => [read("tags.list", {}, wanted)]],
  [/^\/dashboard\/settings\/security$/, security],
  [/^\/dashboard\/settings\/status$/, (wanted) => [readTheirs("status.get", wanted)]],
  [/^\/dashboard\/settings\/(?:team|appointments\/hours)$/, (wanted) => [read("team.list", {}, wanted)]],
  [
    /^\/dashboard\/settings\/integrations$/,
    (wanted) => [read("integration.account", {}, wanted), read("letters.settings", {}, wanted)],
  ],
  [
    /^\/dashboard\/settings\/appointments$/,
    (wanted) => [read("appointmentTypes.list", {}, wanted), readTheirs("organization.bookingRules", wanted)],
  ],
  [
    /^\/dashboard\/settings\/appointments\/(?!(?:hours|waiting)$)[\w-]+$/,
    (wanted) => [read("appointmentTypes.list", {}, wanted), read("team.list", {}, wanted)],
  ],
  [/^\/dashboard\/settings\/appointments\/waiting$/, (wanted) => [read("wishes.list", {}, wanted)]],
  [/^\/dashboard\/templates$/, templates],
  [/^\/dashboard\/templates\/edit\/([\w-]+)$/, templateEditor],
  [/^\/dashboard\/campaigns$/, (wanted) => [list("campaigns.list", wanted), timezone(wanted)]],
  [/^\/dashboard\/campaigns\/([\w-]+)$/, campaign],
  [/^\/dashboard\/automations$/, automations],
  [/^\/dashboard\/automations\/update\/([\w-]+)$/, automationEditor],
];

/**
 * SWR's fallback (key → data). Skips failed reads; the screen repeats them and shows the error. Throws
 * HostError 401.
 */
export async function firstReads(path: string, token: string, ofAll?: string): Promise<Found> {
  const url = new URL(path, "http://here");
  const me = hostCall("users.me", { token, timeoutMs: PATIENCE });
  const complete = askComplete({ token, timeoutMs: PATIENCE });
  const found = screens.flatMap(([screen, reads]) => {
    const match = screen.exec(url.pathname.replace(/\/$/, ""));
    return match ? reads({ url, token, id: match[1] ?? "", me, complete, ofAll }) : [];
  });
  const settled = await Promise.allSettled([
    me.then((user) => [readKey("users.me", {}), user]),
    complete.then((known) => [COMPLETE, known]),
    ...found,
  ]);
  const [asked] = settled;
  if (asked.status === "rejected" && asked.reason instanceof HostError && asked.reason.status === 401) {
    throw asked.reason;
  }
  return Object.fromEntries(settled.flatMap((entry) => (entry.status === "fulfilled" ? [entry.value] : [])));
}

/** A list or the segment in the URL, and the saved segments. */
function segmented(of: SegmentSubject, wanted: Wanted): Entry[] {
  const { searchParams } = wanted.url;
  const filter = segmentFilter(of, searchParams.get("where"), searchParams.get("sort"));
  const found = async () => {
    if (!(await wanted.complete)) return list(`${of}.list`, wanted);
    const more = of === "contacts" ? ({ with: "tags" } as const) : undefined;
    return filter ? list(`${of}.segment`, wanted, { ...filter, ...more }) : list(`${of}.list`, wanted, more);
  };
  const lists =
    of === "contacts" ? (["segments.list", "fields.list"] as const) : (["segments.list"] as const);
  return [found(), ...lists.map((one) => read(one, {}, wanted))];
}

/** Mine, or everyone's if this person chose so. */
async function day(wanted: Wanted): Entry {
  const whose = wanted.ofAll === (await wanted.me).id ? "all" : "mine";
  return read("today.get", { query: { whose } }, wanted);
}

function profile(wanted: Wanted): Entry[] {
  const { id } = wanted;
  const input = { params: { id } };
  return [
    read("contacts.get", input, wanted),
    read("sales.ofContact", input, wanted),
    read("tasks.list", { query: { contact: id, limit: 100 } }, wanted),
    read("fields.list", {}, wanted),
    read("relations.ofContact", input, wanted),
    ...history(wanted),
  ];
}

/** The view in the URL; a section 7 host only has notes. */
function history(wanted: Wanted): Entry[] {
  const input = { params: { id: wanted.id } };
  const params = wanted.url.searchParams;
  const view = params.get("view") || "timeline";
  const kind = timelineKinds.find((known) => known === params.get("kind"));
  const query = { kind, search: params.get("find") || undefined };
  const notes = async () => {
    if (view !== "notes" && (await wanted.complete)) throw new Error("not shown");
    return read("notes.ofContact", input, wanted);
  };
  return [
    read("timeline.head", input, wanted),
    ...(view === "timeline" ? [readPage("timeline.ofContact", { ...input, query }, wanted)] : []),
    notes(),
  ];
}

async function readPage<N extends ReadName>(name: N, input: Input<N>, wanted: Wanted): Entry {
  const [key, page] = await read(name, input, wanted);
  return [`$inf$${key}`, [page]];
}

function imports(wanted: Wanted): Entry[] {
  const id = wanted.url.searchParams.get("import");
  const one = id ? [read("imports.get", { params: { id } }, wanted)] : [];
  return [read("imports.list", {}, wanted), ...one];
}

function templates(wanted: Wanted): Entry[] {
  return [
    read("templates.list", {}, wanted),
    read("templates.placeholders", {}, wanted),
    read("automations.list", {}, wanted),
  ];
}

/** A new template has the id 0. The preview starts with the newest contact. */
function templateEditor(wanted: Wanted): Entry[] {
  const { id } = wanted;
  return [
    read("fields.list", {}, wanted),
    read("templates.placeholders", {}, wanted),
    read("contacts.list", { query: { page: 1, limit: 1, sort: "createdAt:desc" } }, wanted),
    ...(id === "0" ? [] : [read("templates.get", { params: { id } }, wanted)]),
  ];
}

const timezone = (wanted: Wanted) => read("organization.timezone", {}, wanted);

/** A draft's template and a sent campaign's report, because the state isn't known yet. */
function campaign(wanted: Wanted): Entry[] {
  const { id } = wanted;
  const input = { params: { id } };
  const its = () => [
    read("campaigns.get", input, wanted),
    read("campaigns.report", input, wanted),
    read("campaigns.mails", { ...input, query: {} }, wanted),
  ];
  return [
    ...(id === "new" ? [] : its()),
    read("templates.list", {}, wanted),
    read("templates.placeholders", {}, wanted),
    read("segments.list", {}, wanted),
    timezone(wanted),
  ];
}

function automations(wanted: Wanted): Entry[] {
  return [
    read("automations.list", {}, wanted),
    read("templates.list", {}, wanted),
    read("organization.timezone", {}, wanted),
  ];
}

function automationEditor(wanted: Wanted): Entry[] {
  const input = { params: { id: wanted.id } };
  return [
    read("automations.get", input, wanted),
    read("automations.recipients", { ...input, query: {} }, wanted),
    read("automations.mails", { ...input, query: {} }, wanted),
    read("templates.list", {}, wanted),
    read("organization.timezone", {}, wanted),
    read("segments.list", {}, wanted),
  ];
}

/** The period depends on the user's time zone, so this waits for the user. */
async function summary(wanted: Wanted): Entry {
  const { url, me } = wanted;
  const query = periodQuery(readPeriod(url.searchParams.get("period")), (await me).timezone || "UTC");
  return read("dashboard.summary", { query }, wanted);
}

async function report(wanted: Wanted): Entry {
  const { refused, timezone } = await wanted.me;
  if (refused?.includes("dashboard.report")) throw new Error("not theirs");
  return read("dashboard.report", { query: reportQuery(wanted.url.searchParams, timezone) }, wanted);
}

/** A section 7 host only has events after an account is connected. */
async function events(wanted: Wanted): Entry {
  const { url } = wanted;
  const user = await wanted.me;
  const timezone = user.timezone || "UTC";
  const today = dayOf(Date.now(), timezone);
  const { from, to, days } = periodOf(readPlace(url.searchParams), timezone, today);
  if (await wanted.complete) {
    const query = { from: days[0]?.date ?? "", to: days.at(-1)?.date ?? "" };
    return read("people.calendar", { query }, wanted);
  }
  if (!user.isEmailIntegrationComplete) throw new Error("not connected");
  return read("integration.events", { query: { from, to } }, wanted);
}

function mails(wanted: Wanted): Entry {
  const { searchParams } = wanted.url;
  if (searchParams.get("state") === NOT_MAILED) return list("suppressions.list", wanted);
  const state = mailStates.find((known) => known === searchParams.get("state"));
  return list("mails.list", wanted, { state, contactId: searchParams.get("contact") || undefined });
}
