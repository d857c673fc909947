import "server-only";
import { segmentFilter } from "#components/segment/filter.ts";
import { readKey } from "#lib/api/keys.ts";
import { periodOf, readPlace } from "#lib/calendar/period.ts";
import type { Input, ReadName } from "#lib/contract/contract.ts";
import { mailStates } from "#lib/contract/mails.ts";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import { timelineKinds } from "#lib/contract/timeline-terms.ts";
import { HostError, hostCall } from "#lib/host.ts";
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
  readExtra,
  readTheirs,
  security,
  type Wanted,
} from "./read-first.ts";

type Found = Record<string, unknown>;

// What each screen asks first, so that its first HTML carries the rows. A group in the path is a record's id.
const screens: [path: RegExp, reads: Reads][] = [
  [/^\/dashboard$/, (wanted) => [summary(wanted), day(wanted), readTheirs("setup.get", wanted)]],
  [
    /^\/dashboard\/setup$/,
    (wanted) => [
      readTheirs("setup.get", wanted),
      read("organization.timezone", {}, wanted.token),
      read("organization.timezones", {}, wanted.token),
    ],
  ],
  [
    /^\/dashboard\/reports$/,
    (wanted) => [
      report(wanted),
      read("products.list", {}, wanted.token),
      read("team.list", {}, wanted.token),
    ],
  ],
  [/^\/dashboard\/contacts$/, (wanted) => segmented("contacts", wanted)],
  [/^\/dashboard\/mail$/, (wanted) => [mails(wanted)]],
  [/^\/dashboard\/sales$/, (wanted) => segmented("sales", wanted)],
  [/^\/dashboard\/appointments$/, (wanted) => [events(wanted)]],
  [/^\/dashboard\/products$/, ({ token }) => [read("products.list", {}, token)]],
  [/^\/dashboard\/contacts\/profile\/([\w-]+)$/, profile],
  [
    /^\/dashboard\/settings$/,
    (wanted) => [
      read("organization.timezone", {}, wanted.token),
      read("organization.timezones", {}, wanted.token),
      readTheirs("organization.rights", wanted, "organization.setRights"),
      readTheirs("organization.consent", wanted, "organization.setConsent"),
    ],
  ],
  [/^\/dashboard\/settings\/data$/, imports],
  [/^\/dashboard\/settings\/data\/export$/, (wanted) => [readTheirs("data.exported", wanted)]],
  [/^\/dashboard\/settings\/data\/fields$/, (wanted) => [readExtra("fields.list", {}, wanted)]],
  [/^\/dashboard\/settings\/data\/tags$/, (wanted) => [readExtra("tags.list", {}, wanted)]],
  [/^\/dashboard\/settings\/security$/, security],
  [/^\/dashboard\/settings\/status$/, (wanted) => [readTheirs("status.get", wanted)]],
  [/^\/dashboard\/settings\/(?:team|appointments\/hours)$/, ({ token }) => [read("team.list", {}, token)]],
  [
    /^\/dashboard\/settings\/integrations$/,
    (wanted) => [read("integration.account", {}, wanted.token), readExtra("letters.settings", {}, wanted)],
  ],
  [
    /^\/dashboard\/settings\/appointments$/,
    (wanted) => [
      read("appointmentTypes.list", {}, wanted.token),
      readTheirs("organization.bookingRules", wanted),
    ],
  ],
  [
    /^\/dashboard\/settings\/appointments\/(?!(?:hours|waiting)$)[\w-]+$/,
    ({ token }) => [read("appointmentTypes.list", {}, token), read("team.list", {}, token)],
  ],
  [/^\/dashboard\/settings\/appointments\/waiting$/, (wanted) => [readExtra("wishes.list", {}, wanted)]],
  [/^\/dashboard\/templates$/, templates],
  [/^\/dashboard\/templates\/edit\/([\w-]+)$/, templateEditor],
  [/^\/dashboard\/campaigns$/, (wanted) => [extraList("campaigns.list", wanted), timezone(wanted)]],
  [/^\/dashboard\/campaigns\/([\w-]+)$/, campaign],
  [/^\/dashboard\/automations$/, automations],
  [/^\/dashboard\/automations\/update\/([\w-]+)$/, automationEditor],
];

/**
 * Reads what the frame and the wanted screen need, as SWR's fallback (key → data). Reads that fail are left out: the
 * screen asks again and says what went wrong. Throws HostError 401 when the host does not know the session.
 */
export async function firstReads(path: string, token: string, ofAll?: string): Promise<Found> {
  const url = new URL(path, "http://here");
  const me = hostCall("users.me", { token, timeoutMs: PATIENCE });
  const capabilities = hostCall("capabilities.list", { token, timeoutMs: PATIENCE }).catch(noCapabilities);
  const found = screens.flatMap(([screen, reads]) => {
    const match = screen.exec(url.pathname.replace(/\/$/, ""));
    return match ? reads({ url, token, id: match[1] ?? "", me, capabilities, ofAll }) : [];
  });
  const settled = await Promise.allSettled([
    me.then((user) => [readKey("users.me", {}), user]),
    capabilities.then((names) => [readKey("capabilities.list", {}), names]),
    ...found,
  ]);
  const [asked] = settled;
  if (asked.status === "rejected" && asked.reason instanceof HostError && asked.reason.status === 401) {
    throw asked.reason;
  }
  return Object.fromEntries(settled.flatMap((entry) => (entry.status === "fulfilled" ? [entry.value] : [])));
}

// 404 means that the host answers the rows of section 7 and no others.
function noCapabilities(error: unknown): string[] {
  if (error instanceof HostError && error.status === 404) return [];
  throw error;
}

/** A list, or the segment of it that the address carries, of a host that finds it; and those that were saved. */
function segmented(of: SegmentSubject, wanted: Wanted): Entry[] {
  const { searchParams } = wanted.url;
  const filter = segmentFilter(of, searchParams.get("where"), searchParams.get("sort"));
  const found = async () => {
    const can = await wanted.capabilities;
    const more = of === "contacts" && can.includes("tags.list") ? ({ with: "tags" } as const) : undefined;
    return filter && can.includes(`${of}.segment`)
      ? list(`${of}.segment`, wanted, { ...filter, ...more })
      : list(`${of}.list`, wanted, more);
  };
  const lists =
    of === "contacts" ? (["segments.list", "fields.list"] as const) : (["segments.list"] as const);
  return [found(), ...lists.map((one) => readExtra(one, {}, wanted))];
}

/** Mine, or everyone's where this person has chosen so in this browser; what is coming up at a host without a day. */
async function day(wanted: Wanted): Entry {
  if (!(await wanted.capabilities).includes("today.get")) return readExtra("dashboard.comingUp", {}, wanted);
  const whose = wanted.ofAll === (await wanted.me).id ? "all" : "mine";
  return read("today.get", { query: { whose } }, wanted.token);
}

function profile(wanted: Wanted): Entry[] {
  const { token, id } = wanted;
  const input = { params: { id } };
  return [
    read("contacts.get", input, token),
    read("sales.ofContact", input, token),
    readExtra("tasks.list", { query: { contact: id, limit: 100 } }, wanted),
    readExtra("fields.list", {}, wanted),
    readExtra("relations.ofContact", input, wanted),
    ...history(wanted),
  ];
}

/** What stands beside the contact: the timeline, or the view of it that the address names; of any other host the boxes. */
function history(wanted: Wanted): Entry[] {
  const input = { params: { id: wanted.id } };
  const params = wanted.url.searchParams;
  const view = params.get("view") || "timeline";
  const of = async (isTimeline: boolean, entry: () => Entry) => {
    if ((await wanted.capabilities).includes("timeline.ofContact") !== isTimeline)
      throw new Error("not shown");
    return entry();
  };
  return [
    of(true, () => read("timeline.head", input, wanted.token)),
    of(true, () => {
      if (view !== "timeline") throw new Error("not shown");
      const kind = timelineKinds.find((known) => known === params.get("kind"));
      const query = { kind, search: params.get("find") || undefined };
      return readPage("timeline.ofContact", { ...input, query }, wanted.token);
    }),
    of(true, () => {
      if (view !== "notes") throw new Error("not shown");
      return read("notes.ofContact", input, wanted.token);
    }),
    of(false, () => read("notes.ofContact", input, wanted.token)),
    of(false, () => readExtra("bookings.ofContact", input, wanted)),
  ];
}

/** The first page of what is read from entry to entry. */
async function readPage<N extends ReadName>(name: N, input: Input<N>, token: string): Entry {
  const [key, page] = await read(name, input, token);
  return [`$inf$${key}`, [page]];
}

/** The one that the address names, and those of before. */
function imports(wanted: Wanted): Entry[] {
  const id = wanted.url.searchParams.get("import");
  const one = id ? [readExtra("imports.get", { params: { id } }, wanted)] : [];
  return [readExtra("imports.list", {}, wanted), ...one];
}

function templates({ token }: Wanted): Entry[] {
  return [
    read("templates.list", {}, token),
    read("templates.placeholders", {}, token),
    read("automations.list", {}, token),
  ];
}

/** A new template has the id 0. The preview begins with the newest contact. */
function templateEditor({ token, id, ...wanted }: Wanted): Entry[] {
  return [
    readExtra("fields.list", {}, { token, id, ...wanted }),
    read("templates.placeholders", {}, token),
    read("contacts.list", { query: { page: 1, limit: 1, sort: "createdAt:desc" } }, token),
    ...(id === "0" ? [] : [read("templates.get", { params: { id } }, token)]),
  ];
}

const timezone = ({ token }: Wanted) => read("organization.timezone", {}, token);

/** A draft's template and a started one's report are asked for along with it: nobody knows yet which it is. */
function campaign(wanted: Wanted): Entry[] {
  const { id, token } = wanted;
  const input = { params: { id } };
  const its = () => [
    readExtra("campaigns.get", input, wanted),
    readExtra("campaigns.report", input, wanted),
    readExtra("campaigns.mails", { ...input, query: {} }, wanted),
  ];
  return [
    ...(id === "new" ? [] : its()),
    read("templates.list", {}, token),
    read("templates.placeholders", {}, token),
    readExtra("segments.list", {}, wanted),
    timezone(wanted),
  ];
}

async function extraList(name: "campaigns.list", wanted: Wanted): Entry {
  if (!(await wanted.capabilities).includes(name)) throw new Error(`${name} is not answered`);
  return list(name, wanted);
}

function automations({ token }: Wanted): Entry[] {
  return [
    read("automations.list", {}, token),
    read("templates.list", {}, token),
    read("organization.timezone", {}, token),
  ];
}

function automationEditor(wanted: Wanted): Entry[] {
  const { token, id } = wanted;
  const input = { params: { id } };
  return [
    readExtra("automations.get", input, wanted),
    readExtra("automations.recipients", { ...input, query: {} }, wanted),
    readExtra("automations.mails", { ...input, query: {} }, wanted),
    read("templates.list", {}, token),
    read("organization.timezone", {}, token),
    readExtra("segments.list", {}, wanted),
  ];
}

/** The period is counted in the user's days, so this read waits for the user. */
async function summary({ url, token, me }: Wanted): Entry {
  const query = periodQuery(readPeriod(url.searchParams.get("period")), (await me).timezone || "UTC");
  return read("dashboard.summary", { query }, token);
}

async function report(wanted: Wanted): Entry {
  const { refused, timezone } = await wanted.me;
  if (refused?.includes("dashboard.report")) throw new Error("not theirs");
  return readExtra("dashboard.report", { query: reportQuery(wanted.url.searchParams, timezone) }, wanted);
}

/**
 * Everybody's calendars, where each person has one. Of any other host nothing is asked where no account is connected: then
 * there is nothing to enter either.
 */
async function events({ url, token, me, capabilities }: Wanted): Entry {
  const user = await me;
  const timezone = user.timezone || "UTC";
  const today = dayOf(Date.now(), timezone);
  const { from, to, days } = periodOf(readPlace(url.searchParams), timezone, today);
  if ((await capabilities).includes("people.calendar")) {
    const query = { from: days[0]?.date ?? "", to: days.at(-1)?.date ?? "" };
    return read("people.calendar", { query }, token);
  }
  if (!user.isEmailIntegrationComplete) throw new Error("not connected");
  return read("integration.events", { query: { from, to } }, token);
}

/** Narrowed as the URL says. Any other host than ours has no such row. */
async function mails(wanted: Wanted): Entry {
  if (!(await wanted.capabilities).includes("mails.list")) throw new Error("mails.list is not answered");
  const { searchParams } = wanted.url;
  if (searchParams.get("state") === NOT_MAILED) return list("suppressions.list", wanted);
  const state = mailStates.find((known) => known === searchParams.get("state"));
  return list("mails.list", wanted, { state, contactId: searchParams.get("contact") || undefined });
}
