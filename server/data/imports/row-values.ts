import type { OwnValues } from "#lib/contract/field-terms.ts";
import type { ColumnField } from "#lib/contract/import-terms.ts";
import type { Doubt } from "#lib/contract/imports.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import type { Day } from "#lib/dates.ts";

export type ReadField = Pick<OwnField, "id" | "of" | "label" | "group" | "kind" | "options"> & {
  isArchived: boolean;
};

/** What a store brings to the reading of its file. `digits`: the decimals of its currency; `fields`: its own, of what is read. */
export type Store = {
  timezone: string;
  today: Day;
  currency: string;
  digits: number;
  fields: readonly ReadField[];
};

/** What a row says, each part only where its kind has it and it could be read. Empty is "" or null. */
export type Values = {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  birthday: string | null;
  anniversary: string | null;
  /** What the file says of marketing mails; null where it says nothing. */
  consent: "given" | "withdrawn" | null;
  tags: string[];
  own: OwnValues;
  cost: string | null;
  refunded: string | null;
  /** An instant, ISO. */
  date: string | null;
  category: string;
  description: string;
  invoiceNumber: string;
  content: string;
  title: string;
  minutes: number;
};

/** What people read of it, by field. */
export type Shown = { [F in ColumnField]?: string };
/** `emptied`: what cells say that are left empty, as people decided for all of them. */
export type ReadRow = { values: Values; shown: Shown; doubts: Doubt[]; emptied?: Shown };
