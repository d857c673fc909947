import type { ContactKey } from "#lib/contract/contact-fields.ts";
import type { OwnValues } from "#lib/contract/field-terms.ts";
import type { ColumnField } from "#lib/contract/import-terms.ts";
import type { Doubt } from "#lib/contract/imports.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import type { PlainSaleKey } from "#lib/contract/plain-sale-fields.ts";
import type { YearlyKey } from "#lib/contract/yearly-fields.ts";
import type { Day } from "#lib/dates.ts";

export type ReadField = Pick<OwnField, "id" | "of" | "label" | "group" | "kind" | "options"> & {
  isArchived: boolean;
};

/** `digits`: decimals of its currency. `fields`: its own fields. */
export type Store = {
  timezone: string;
  today: Day;
  currency: string;
  digits: number;
  fields: readonly ReadField[];
};

/** Values that the kind doesn't have, or that couldn't be read, are "" or null. */
export type Values = { [K in ContactKey]: K extends YearlyKey ? string | null : string } & {
  [K in PlainSaleKey]: string;
} & {
  /** Null if the file says nothing. */
  consent: "given" | "withdrawn" | null;
  tags: string[];
  own: OwnValues;
  cost: string | null;
  refunded: string | null;
  date: string | null;
  category: string;
  description: string;
  content: string;
  title: string;
  minutes: number;
};

/** For the preview. */
export type Shown = { [F in ColumnField]?: string };
/** `emptied`: cells that the user decided to leave empty. */
export type ReadRow = { values: Values; shown: Shown; doubts: Doubt[]; emptied?: Shown };
