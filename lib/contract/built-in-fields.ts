import type { OwnKind } from "./field-terms.ts";

/** Built-in fields have more kinds. `line`: text without line breaks. `moment`: a day with a time. */
export type FieldKind = OwnKind | "line" | "name" | "email" | "phone" | "reference" | "moment";

/** A field that every record of an entity has, described like a store's own field. */
export type BuiltInField = {
  /** Its name in the API and in the table's schema. */
  key: string;
  label: string;
  kind: FieldKind;
  isRequired?: true;
  /** Section 7 hosts don't have it. */
  extra?: true;
  /** Its column in files; the label in title case if absent. */
  heading?: string;
  /** A shorter label for receipts and segments. */
  short?: string;
  /** Its name in saved segments, of fields that segments can ask about. */
  condition?: string;
};

/** The fields that a host has. */
export function fieldsWith<F extends BuiltInField>(complete: boolean, fields: readonly F[]): F[] {
  return fields.filter(({ extra }) => complete || !extra);
}

export function headingOf({ label, heading }: BuiltInField): string {
  return heading ?? label.replace(/ [a-z]/g, (start) => start.toUpperCase());
}

/** Its column in the database. */
export function columnOf({ key }: BuiltInField): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
