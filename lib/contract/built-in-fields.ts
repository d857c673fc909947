import type { OwnKind } from "./field-terms.ts";

/** `line`: text without line breaks. `moment`: a day with a time. */
export type FieldKind = OwnKind | "line" | "name" | "email" | "phone" | "reference" | "moment";

export type BuiltInField = {
  key: string;
  label: string;
  kind: FieldKind;
  isRequired?: true;
  /** Missing on section 7 hosts. */
  extra?: true;
  /** Column in files; default: the label in title case. */
  heading?: string;
  /** For receipts and segments. */
  short?: string;
  /** Name in saved segments, if segments can use it. */
  condition?: string;
};

export function fieldsWith<F extends BuiltInField>(complete: boolean, fields: readonly F[]): F[] {
  return fields.filter(({ extra }) => complete || !extra);
}

export function headingOf({ label, heading }: BuiltInField): string {
  return heading ?? label.replace(/ [a-z]/g, (start) => start.toUpperCase());
}

export function columnOf({ key }: BuiltInField): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
