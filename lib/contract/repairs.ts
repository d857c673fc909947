import * as z from "zod/mini";
import { visitorFace } from "./brand.ts";
import {
  amount,
  atMost,
  changed,
  clearableText,
  createdBy,
  day,
  editedVersion,
  flag,
  id,
  instant,
  oneLine,
  optionalText,
  page,
  reach,
  reference,
  required,
  text,
  textOrNone,
  textOrNull,
  version,
  when,
  wholeNumber,
} from "./fields.ts";
import { attached, toAttach } from "./files.ts";
import type { Money } from "./money.ts";
import { repairReport } from "./repair-report.ts";
import { repairAmount, repairSettings, ticket, workForm, workLine } from "./repair-settings.ts";
import {
  estimateKinds,
  MOST_LINES,
  noticeWays,
  pieceKinds,
  repairStates,
  repairViews,
} from "./repair-terms.ts";
import type { Schemas } from "./row.ts";
import { saleOfPiece } from "./sales.ts";
import type { Read } from "./tolerant.ts";
import { typedIn } from "./typed-amounts.ts";

const count = z.int();
const state = z.enum(repairStates);
const notified = z.nullable(z.object({ how: z.enum(noticeWays), at: when, by: text }));
const step = z.object({
  ...{
    state,
    at: when,
    by: text,
    workshop: textOrNone,
    backDay: textOrNone,
    to: textOrNone,
    reason: textOrNone,
  },
  notified: z.optional(notified),
});

const head = {
  ...reach,
  id,
  ...ticket,
  name: text,
  kind: z.enum(pieceKinds),
  contact: reference,
  person: reference,
  state,
  stateAt: when,
  stateBy: text,
  workshop: textOrNull,
  backDay: textOrNull,
  promisedDay: text,
  estimate: z.enum(estimateKinds),
  total: amount,
  /** By the customer, on the repair's page. */
  approved: z.nullable(z.object({ total: amount, at: when })),
  callAskedAt: z.nullable(when),
  notified,
  version,
};

/** `work`: the names of its lines. */
export const repairRow = z.object({ ...head, work: text, photoCount: count });
export type RepairRow = Read<typeof repairRow>;

/** `name`: the piece. `stateBy`: who moved it to its state. */
const repair = z.object({
  ...head,
  reason: textOrNull,
  saleId: z.nullable(id),
  metal: textOrNull,
  stones: textOrNull,
  marks: textOrNull,
  condition: textOrNull,
  words: textOrNull,
  keptIn: textOrNull,
  lines: z.array(workLine),
  deposit: z.nullable(amount),
  steps: z.array(step),
  photos: z.array(z.object({ ...attached.shape, at: when })),
  createdBy,
  createdAt: when,
  updatedAt: when,
  token: text,
});
export type Repair = Read<typeof repair>;

const someId = z.string().check(atMost(64));
const sensibleDay = day.check(
  z.refine((value) => value >= "2000-01-01" && value <= "2199-12-31", "must be between 2000 and 2199"),
);
const checkLines = [z.minLength(1, "Work is required"), z.maxLength(MOST_LINES)] as const;

const fields = {
  name: required("Piece is required", 120).check(oneLine),
  kind: z.enum(pieceKinds, "Choose a kind"),
  personId: z.nullable(someId),
  promisedDay: sensibleDay,
  metal: clearableText(120),
  stones: clearableText(200),
  marks: clearableText(120),
  condition: clearableText(500),
  words: clearableText(1000),
  keptIn: clearableText(120),
  lines: z.array(workForm).check(...checkLines),
  estimate: z.enum(estimateKinds),
  deposit: z.nullish(repairAmount("Deposit")),
};

const repairForm = z.object({
  ...fields,
  contact: z.object({ id: someId, name: z.string().check(atMost(400)) }, "Customer is required"),
});

/** In the store's notation. Without an amount, a line costs nothing. */
export function repairFormIn(store: Money) {
  const typed = (name: string) => typedIn(store, repairAmount(name));
  const filled = (empty: string | null) =>
    z.transform((value: unknown) => (typeof value === "string" && value.trim() === "" ? empty : value));
  const line = z.object({ ...workForm.shape, amount: z.pipe(filled("0"), typed("Amount")) });
  return z.object({
    ...repairForm.shape,
    lines: z.array(line).check(...checkLines),
    deposit: z.pipe(filled(null), z.nullable(typed("Deposit"))),
  });
}

/** `from`: the state that the person saw. */
export const repairMove = z
  .object({
    from: state,
    state,
    personId: z.optional(someId),
    workshop: optionalText(120),
    backDay: z.nullish(sensibleDay),
    reason: optionalText(500),
  })
  .check(
    z.refine(({ from, state }) => from !== state, { path: ["state"], error: "Choose another state" }),
    z.refine(({ state, workshop }) => state !== "AWAY" || workshop !== null, {
      path: ["workshop"],
      error: "Workshop is required",
    }),
    z.refine(({ state, reason }) => state !== "RETURNED" || reason !== null, {
      path: ["reason"],
      error: "Reason is required",
    }),
  );

/** `to`: who takes the piece instead of the customer. `reason`: why without the digits of the phone. */
export const handOver = z.object({
  from: state.check(z.refine((from) => from !== "HANDED_OVER", "It was already handed over")),
  to: optionalText(120),
  reason: optionalText(500),
  sale: z.nullable(saleOfPiece),
});

/** What a customer's page shows: nothing private. `estimateVersion`: the one that they can approve. */
const visitorRepair = z.object({
  store: text,
  storeTimezone: text,
  money: z.object({ currency: text, notation: text }),
  ...ticket,
  kind: z.enum(pieceKinds),
  state,
  promisedDay: text,
  receivedAt: when,
  /** At the bench or sent away, for the first time. */
  startedAt: z.nullable(when),
  stateAt: when,
  estimate: z.enum(estimateKinds),
  lines: z.array(z.object({ name: text, amount })),
  total: amount,
  deposit: z.nullable(amount),
  estimateVersion: z.int(),
  approved: head.approved,
  callAskedAt: z.nullable(when),
});
export type VisitorRepair = Read<typeof visitorRepair>;

const filters = {
  search: page.shape.search,
  view: z.optional(z.enum(repairViews, `must be one of ${repairViews.join(", ")}`)),
  person: z.optional(someId),
  workshop: z.optional(z.string().check(atMost(120))),
};

export const repairs = {
  ...repairSettings,
  ...repairReport,
  /** Open ones by promised day, done ones latest first. */
  "repairs.list": {
    query: z.object({ ...page.shape, ...filters, contact: z.optional(someId) }),
    answer: z.array(repairRow),
  },
  "repairs.board": { query: z.object(filters), answer: z.array(repairRow) },
  "repairs.counts": {
    answer: z.object({
      open: count,
      late: count,
      today: count,
      unnotified: count,
      readyLong: count,
      states: z.object({ IN: count, WAITING: count, BENCH: count, AWAY: count, READY: count }),
      /** None was ever taken in. */
      isNew: flag,
      /** Open ones of each person. */
      people: z.array(z.object({ id, count })),
    }),
  },
  "repairs.workshops": { answer: z.array(text) },
  "repairs.get": { answer: repair },
  "repairs.ofNumber": {
    query: z.object({ number: wholeNumber(1, 999_999_999) }),
    answer: repair,
  },
  /** By the code of a claim slip. */
  "repairs.ofToken": { query: z.object({ token: z.string().check(atMost(200)) }), answer: z.object(ticket) },
  "repairs.create": {
    body: z.object({ ...repairForm.shape, photos: z.optional(toAttach) }),
    answer: z.object({ id, ...ticket, token: text }),
  },
  "repairs.update": { body: z.object({ ...fields, ...editedVersion }), conflict: changed(repair) },
  "repairs.addPhotos": { body: z.object({ photos: toAttach.check(z.minLength(1, "Choose a photo")) }) },
  "repairs.move": { body: repairMove, conflict: changed(repair) },
  /** The customer was notified of the state. `seenAt`: of the notice that the person saw. */
  "repairs.notify": {
    body: z.object({ how: z.enum(noticeWays), from: state, seenAt: z.nullable(instant) }),
    conflict: changed(repair),
  },
  /** Moves it and records its sale, both or neither. */
  "repairs.handOver": { body: handOver, conflict: changed(repair) },
  /** Takes the last move back. The sale of a hand-over goes to the trash. */
  "repairs.undo": { body: z.object({ from: state }), conflict: changed(repair) },
  "visitor.repair": { answer: z.object({ ...visitorRepair.shape, face: visitorFace }) },
  "visitor.approve": {
    body: z.object({ estimateVersion: z.int() }),
    answer: visitorRepair,
    conflict: changed(visitorRepair),
  },
  "visitor.askCall": { answer: visitorRepair },
} satisfies Schemas;
