import * as z from "zod/mini";
import * as f from "./fields.ts";
import {
  type ColumnField,
  type ImportField,
  importFields,
  importKinds,
  importStates,
  MOST_BYTES,
  PART_BYTES,
} from "./import-terms.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const allFields = [...new Set(Object.values(importFields).flat())] as [ImportField, ...ImportField[]];

const columnField = z.union([z.enum(allFields), z.templateLiteral(["own:", z.uuid()])], "Invalid input");

const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "macintosh"] as const;
export type Encoding = (typeof encodings)[number];

/** For existing contacts. `fill`: only their empty fields. */
const knownPolicies = ["skip", "fill", "update"] as const;

/**
 * `pieces`: the price of one piece or of all. `company`: perhaps a company. `walkIn`: perhaps no person. `other`: perhaps another kind of record. `sum`:
 * probably the sum of other rows. `repeated`: perhaps the total of an invoice, in each of its rows. `values`: several in one cell.
 * `discount`: an amount before or after it. `balance`: of the sale or the customer. `order`: perhaps the last name is first. `wide`: more cells
 * than columns. `number`: a ticket number above the next one, or perhaps used before.
 */
const doubtKinds = [
  ...[
    "missing",
    "unreadable",
    "currency",
    "cancelled",
    "country",
    "twin",
    "shared",
    "nobody",
    "several",
    "erased",
    "pieces",
    "company",
    "walkIn",
    "other",
    "sum",
    "repeated",
    "values",
    "discount",
    "balance",
    "order",
    "wide",
    "number",
  ],
] as const;
export type DoubtKind = (typeof doubtKinds)[number];

/**
 * `out`: skip the row. `name`: without a contact. `new`, `known`: create or use a record. `kept`: right as it is
 * written.
 */
const corrections = ["empty", "suggestion", "out", "name", "new", "known", "kept"] as const;

const reading = z.object({
  kind: z.enum(importKinds),
  encoding: z.nullable(z.enum(encodings)),
  columns: z.array(z.nullable(columnField)).check(z.maxLength(200, "200 columns at most")),
  dates: z.enum(["dayFirst", "monthFirst"]),
  numbers: z.enum(["point", "comma"]),
  countryCode: z.nullable(z.string().check(f.atMost(5), z.regex(/^\+\d{1,4}$/, "Invalid input"))),
  known: z.enum(knownPolicies),
  rules: z
    .array(z.object({ field: columnField, kind: z.enum(doubtKinds), how: z.enum(corrections) }))
    .check(z.maxLength(60, "60 at most")),
});
export type Reading = z.output<typeof reading>;

const counts = z.object({ new: z.int(), update: z.int(), same: z.int(), doubt: z.int(), out: z.int() });

/** Why nothing was imported. `instead`: of a missing column a new one, of an amount the usual one. */
const stop = z.object({
  why: z.enum(["column", "notation", "doubts", "amount", "categories", "same"]),
  what: f.text,
  instead: f.textOrNull,
});
export type Stop = z.output<typeof stop>;

/** `mayChange`: the caller may stop, revert and delete it. */
const summary = z.object({
  id: f.id,
  name: f.text,
  kind: z.nullable(z.enum(importKinds)),
  state: z.enum(importStates),
  problem: f.textOrNull,
  createdBy: f.textOrNull,
  createdAt: f.when,
  startedAt: z.nullable(f.when),
  finishedAt: z.nullable(f.when),
  revertedAt: z.nullable(f.when),
  revertUntil: z.nullable(f.when),
  total: z.int(),
  done: z.int(),
  added: z.int(),
  updated: z.int(),
  notes: z.int(),
  leftOut: z.int(),
  /** Edited since, so reverting left them. */
  kept: z.int(),
  savedId: z.nullable(f.id),
  stop: z.nullable(stop),
  /** Sales that stayed as they are because people have edited them. */
  edited: z.int(),
  mayChange: f.flag,
});
export type Import = Read<typeof summary>;

const example = z.object({ text: f.text, reads: f.text });
const whole = z.object({
  ...summary.shape,
  reading: z.nullable(reading),
  headers: z.array(f.text),
  samples: z.array(z.array(f.text)),
  above: z.array(f.text),
  counts,
  /** `isAsked`: the file doesn't show the notation. */
  dates: z.object({ examples: z.array(example), sure: z.int(), isAsked: f.flag }),
  numbers: z.object({ examples: z.array(example), sure: z.int(), isAsked: f.flag }),
  /** A row that another encoding would change. */
  letters: z.nullable(z.object({ row: z.int(), reads: f.text, not: f.text })),
  groups: z.array(
    z.object({
      field: columnField,
      kind: z.enum(doubtKinds),
      count: z.int(),
      suggested: z.int(),
      reason: f.text,
    }),
  ),
  newCategories: z.object({ count: z.int(), names: z.array(f.text) }),
  storeCode: f.textOrNull,
  isRemembered: f.flag,
  /** A saved import that uses columns of this file. */
  looksLike: z.nullable(z.object({ id: f.id, name: f.text })),
  sameFile: z.nullable(z.object({ name: f.text, at: f.text })),
  /** Whether the caller may put another column into the saved import. */
  mayUseColumn: f.flag,
});

/** `columns`: those that it uses, as `fields`. `last`: its newest run. */
const saved = z.object({
  id: f.id,
  name: f.text,
  kind: z.enum(importKinds),
  columns: z.array(f.text),
  fields: z.array(columnField),
  /** How its files arrive. */
  comes: z.enum(["hand", "email", "program"]),
  createdBy: f.textOrNull,
  createdAt: f.when,
  last: z.nullable(summary),
  mayChange: f.flag,
  /** Files that `senders` email to `address` are imported. It is null if the store has no readable mailbox. */
  mail: z.nullable(z.object({ address: f.textOrNull, senders: z.array(f.text) })),
});
export type SavedImport = Read<typeof saved>;

/** Other programs post files to `address`. Null unless the owner or an admin asks. */
const api = z.object({
  address: f.text,
  keys: z.array(
    z.object({
      id: f.id,
      name: f.text,
      createdBy: f.textOrNull,
      createdAt: f.when,
      usedAt: z.nullable(f.when),
    }),
  ),
});
export type ImportApi = Read<typeof api>;

/** How the run of a sent file ended. */
const ended = z.pick(summary, {
  ...{ id: true, name: true, state: true, problem: true, stop: true },
  ...{ total: true, added: true, updated: true, edited: true, leftOut: true },
});

const doubt = z.object({
  field: columnField,
  kind: z.enum(doubtKinds),
  reason: f.text,
  suggestion: z.optional(f.text),
});
export type Doubt = { field: ColumnField; kind: DoubtKind; reason: string; suggestion?: string | undefined };

/**
 * A cell that isn't stored as written: left empty, contact's value kept, or contact's value replaced. `text`:
 * what isn't stored.
 */
const effect = z.object({ does: z.enum(["empty", "keep", "change"]), text: f.text });
export type Effect = z.output<typeof effect>;

const importRow = z.object({
  number: z.int(),
  state: z.enum(["new", "update", "same", "doubt", "out"]),
  cells: z.array(f.text),
  values: z.record(z.string(), f.text),
  effects: z.record(z.string(), effect),
  doubts: z.array(doubt),
  mended: z.array(columnField),
});
export const shownRows = ["new", "update", "doubt", "out", "all"] as const;

const keptRecord = z.object({ kind: f.text, id: f.id, name: f.text });
export type KeptRecord = z.output<typeof keptRecord>;

const TOO_LARGE = "This file is larger than 30 MB. Split it into several files.";

const cell = z.object({
  row: z.int(),
  field: columnField,
  text: z.nullable(z.string().check(f.atMost(10_000), f.noNul)),
});

const MAX_SENDERS = 10;

const fileName = f.required("Required", 200);
const file = {
  name: fileName,
  bytes: z.int("Invalid input").check(z.minimum(1, "This file is empty."), z.maximum(MOST_BYTES, TOO_LARGE)),
};
const part = f.filePart(PART_BYTES, MOST_BYTES);

export const imports = {
  "imports.list": { answer: z.array(summary) },
  "imports.create": {
    body: z.object({
      ...file,
      kind: z.nullish(z.enum(importKinds)),
      /** Imports the file without asking, or stops. */
      savedId: z.nullish(f.sentId),
    }),
    answer: f.created,
  },
  "imports.upload": {
    body: z.object(part),
  },
  "importKeys.create": {
    body: z.object({ name: f.required("Enter a name", 60) }),
    /** The only answer that contains the key. */
    answer: z.object({ id: f.id, key: f.text }),
  },
  "imports.receive": { query: z.object({ name: z.optional(fileName) }), answer: f.created },
  "imports.received": { query: z.object({ run: z.uuid("Invalid input") }), answer: ended },
  /** `field` null: the column isn't used. */
  "savedImports.setColumns": {
    body: z.object({
      uses: z
        .array(
          z.object({ header: z.string().check(f.atMost(10_000), f.noNul), field: z.nullable(columnField) }),
        )
        .check(z.maxLength(200, "200 columns at most")),
    }),
  },
  /** An empty list turns off imports by email. */
  "savedImports.setSenders": {
    body: z.object({
      senders: z
        .array(f.email("Enter email addresses"))
        .check(z.maxLength(MAX_SENDERS, `At most ${MAX_SENDERS} senders`)),
    }),
  },
  "imports.get": { answer: whole },
  "imports.rows": {
    query: z.object({
      show: z.optional(z.enum(shownRows)),
      /** The last row shown; a hundred follow. */
      after: z.optional(f.wholeNumber(0, 100_000_000)),
      /** Full cells instead of their beginnings; fewer rows if they are long. */
      cells: z.optional(z.literal("whole", 'must be "whole"')),
    }),
    answer: z.array(importRow),
  },
  "imports.read": { body: z.object({ reading }) },
  "imports.mend": {
    body: z.object({
      cells: z.optional(z.array(cell).check(z.maxLength(100, "100 at most"))),
      leaveOut: z.optional(z.array(z.int()).check(z.maxLength(100, "100 at most"))),
      takeIn: z.optional(z.array(z.int()).check(z.maxLength(100, "100 at most"))),
    }),
    answer: z.object({ rows: z.array(importRow) }),
  },
  "imports.run": { body: z.object({ savedId: f.sentId }) },
  "savedImports.list": { answer: z.array(saved) },
  "savedImports.create": {
    body: z.object({ importId: f.sentId, name: f.required("Enter a name", 60) }),
    answer: f.created,
  },
  "savedImports.get": { answer: z.object({ ...saved.shape, runs: z.array(summary), api: z.nullable(api) }) },
  "imports.kept": { answer: z.object({ count: z.int(), records: z.array(keptRecord) }) },
} satisfies Schemas;
