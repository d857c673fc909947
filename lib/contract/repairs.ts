import * as z from "zod/mini";
import { visitorFace } from "./brand.ts";
import * as f from "./fields.ts";
import { MOST_PHOTOS } from "./file-terms.ts";
import { attached, draftPhotos, draftToken, photo, toAttach } from "./files.ts";
import type { Money } from "./money.ts";
import { repairReport } from "./repair-report.ts";
import { repairAmount, repairSettings, ticket, workForm, workLine } from "./repair-settings.ts";
import {
  DRAFT_CODE,
  estimateKinds,
  MOST_LINES,
  noticeWays,
  paperKinds,
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
const notified = z.nullable(z.object({ how: z.enum(noticeWays), at: f.when, by: f.text }));
const step = z.object({
  ...{
    state,
    at: f.when,
    by: f.text,
    workshop: f.textOrNone,
    backDay: f.textOrNone,
    to: f.textOrNone,
    reason: f.textOrNone,
    saleId: f.textOrNone,
    code: f.textOrNone,
    later: f.textOrNone,
  },
  printed: z.optional(z.array(z.enum(paperKinds))),
  notified: z.optional(notified),
});

const head = {
  ...f.reach,
  id: f.id,
  ...ticket,
  name: f.text,
  kind: z.enum(pieceKinds),
  contact: f.reference,
  person: f.reference,
  state,
  stateAt: f.when,
  stateBy: f.text,
  workshop: f.textOrNull,
  backDay: f.textOrNull,
  promisedDay: f.text,
  estimate: z.enum(estimateKinds),
  total: f.amount,
  approved: z.nullable(z.object({ total: f.amount, at: f.when })),
  callAskedAt: z.nullable(f.when),
  notified,
  version: f.version,
};

/** `work`: the names of its lines. `photo`: the first one's id. */
const boardRow = z.object({ ...head, work: f.text, photoCount: count });
export type BoardRow = Read<typeof boardRow>;
export const repairRow = z.object({ ...boardRow.shape, photo: z.nullable(f.id) });
export type RepairRow = Read<typeof repairRow>;

/** `name`: the piece. `stateBy`: who moved it to its state. */
const repair = z.object({
  ...head,
  reason: f.textOrNull,
  saleId: z.nullable(f.id),
  metal: f.textOrNull,
  stones: f.textOrNull,
  marks: f.textOrNull,
  condition: f.textOrNull,
  words: f.textOrNull,
  keptIn: f.textOrNull,
  lines: z.array(workLine),
  deposit: z.nullable(f.amount),
  depositAt: z.nullable(f.when),
  steps: z.array(step),
  photos: z.array(photo),
  notes: z.array(
    z.object({ id: f.id, content: f.text, by: f.textOrNull, at: f.when, files: z.array(attached) }),
  ),
  createdBy: f.createdBy,
  createdAt: f.when,
  updatedAt: f.when,
  token: f.text,
});
export type Repair = Read<typeof repair>;

const checkLines = [z.minLength(1, "Work is required"), z.maxLength(MOST_LINES)] as const;

const fields = {
  name: f.required("Piece is required", 120).check(f.oneLine),
  kind: z.enum(pieceKinds, "Choose a kind"),
  personId: z.nullable(f.someId),
  promisedDay: f.sensibleDay,
  metal: f.clearableText(120),
  stones: f.clearableText(200),
  marks: f.clearableText(120),
  condition: f.clearableText(500),
  words: f.clearableText(1000),
  keptIn: f.clearableText(120),
  lines: z.array(workForm).check(...checkLines),
  estimate: z.enum(estimateKinds),
  deposit: z.nullish(repairAmount("Deposit")),
};

const repairForm = z.object({
  ...fields,
  contact: z.object({ id: f.someId, name: z.string().check(f.atMost(400)) }, "Customer is required"),
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
    personId: z.optional(f.someId.check(z.minLength(1, "Choose a person"))),
    workshop: f.optionalText(120),
    backDay: z.nullish(f.sensibleDay),
    reason: f.optionalText(500),
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

/**
 * `to`: who takes the piece instead of the customer. `reason`: why without the digits of the phone.
 * `isNextInvoice`: the sale has the number of "sales.nextInvoice".
 */
export const handOver = z.object({
  from: state.check(z.refine((from) => from !== "HANDED_OVER", "It was already handed over")),
  to: f.optionalText(120),
  reason: f.optionalText(500),
  sale: z.nullable(saleOfPiece),
  isNextInvoice: z.optional(z.boolean()),
});

/** What a customer's page shows: nothing private. `estimateVersion`: the one that they can approve. */
const visitorRepair = z.object({
  store: f.text,
  storeTimezone: f.text,
  money: z.object({ currency: f.text, notation: f.text }),
  ...ticket,
  kind: z.enum(pieceKinds),
  state,
  promisedDay: f.text,
  receivedAt: f.when,
  /** At the bench or sent away, for the first time. */
  startedAt: z.nullable(f.when),
  stateAt: f.when,
  estimate: z.enum(estimateKinds),
  lines: z.array(z.object({ name: f.text, amount: f.amount })),
  total: f.amount,
  deposit: z.nullable(f.amount),
  estimateVersion: z.int(),
  approved: head.approved,
  callAskedAt: z.nullable(f.when),
});
export type VisitorRepair = Read<typeof visitorRepair>;

const filters = {
  search: f.page.shape.search,
  view: z.optional(z.enum(repairViews, `must be one of ${repairViews.join(", ")}`)),
  person: z.optional(f.someId),
  workshop: z.optional(z.string().check(f.atMost(120))),
};

export const repairs = {
  ...repairSettings,
  ...repairReport,
  ...draftPhotos,
  /** Open ones by promised day, done ones latest first. */
  "repairs.list": {
    query: z.object({ ...f.page.shape, ...filters, contact: z.optional(f.someId) }),
    answer: z.array(repairRow),
  },
  "repairs.board": { query: z.object(filters), answer: z.array(boardRow) },
  "repairs.counts": {
    answer: z.object({
      open: count,
      late: count,
      today: count,
      unnotified: count,
      readyLong: count,
      states: z.object({ IN: count, WAITING: count, BENCH: count, AWAY: count, READY: count }),
      isNew: f.flag,
      people: z.array(z.object({ id: f.id, count })),
    }),
  },
  "repairs.workshops": { answer: z.array(f.text) },
  "repairs.get": { answer: repair },
  "repairs.ofNumber": {
    query: z.object({ number: f.wholeNumber(1, 999_999_999) }),
    answer: repair,
  },
  "repairs.ofToken": {
    query: z.object({ token: z.string().check(f.atMost(200)) }),
    answer: z.object(ticket),
  },
  /** `draft`: makes `repairs.create` take this number. */
  "repairs.reserve": { answer: z.object({ ...ticket, token: f.text, draft: f.text }) },
  "repairs.spares": { answer: z.array(z.object({ token: f.text, draft: f.text })) },
  "repairs.create": {
    body: z.object({
      ...repairForm.shape,
      photos: z.optional(toAttach(MOST_PHOTOS)),
      draft: z.optional(draftToken),
      code: z.optional(z.string().check(z.regex(DRAFT_CODE))),
      printed: z.optional(z.array(z.enum(paperKinds)).check(z.maxLength(paperKinds.length))),
    }),
    answer: z.object({ id: f.id, ...ticket, token: f.text }),
  },
  "repairs.update": { body: z.object({ ...fields, ...f.editedVersion }), conflict: f.changed(repair) },
  "repairs.addPhotos": {
    body: z.object({ photos: toAttach(MOST_PHOTOS).check(z.minLength(1, "Choose a photo")) }),
  },
  "repairs.move": { body: repairMove, conflict: f.changed(repair) },
  /** The customer was notified of the state. `seenAt`: of the notice that the person saw. */
  "repairs.notify": {
    body: z.object({ how: z.enum(noticeWays), from: state, seenAt: z.nullable(f.instant) }),
    conflict: f.changed(repair),
  },
  /** Until this day, or until it moves, *Today* leaves it out. */
  "repairs.postpone": { body: z.object({ day: z.nullable(f.sensibleDay) }) },
  /** Moves it and records its sale, both or neither. */
  "repairs.handOver": { body: handOver, conflict: f.changed(repair) },
  /** Takes the last move back. The sale of a hand-over goes to the trash. */
  "repairs.undo": { body: z.object({ from: state }), conflict: f.changed(repair) },
  "visitor.repair": { answer: z.object({ ...visitorRepair.shape, face: visitorFace }) },
  "visitor.approve": {
    body: z.object({ estimateVersion: z.int() }),
    answer: visitorRepair,
    conflict: f.changed(visitorRepair),
  },
  "visitor.askCall": { answer: visitorRepair },
} satisfies Schemas;
