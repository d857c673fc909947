// The parts of a store's own field. No schemas here, so screens that only show one load no zod.

export const ownKinds = ["text", "number", "date", "money", "choice", "choices", "yesNo"] as const;
export type OwnKind = (typeof ownKinds)[number];

/** Built-in fields have more kinds. `line`: text without line breaks. `moment`: a day with a time. */
export type FieldKind = OwnKind | "line" | "name" | "email" | "phone" | "reference" | "moment";

export type BuiltInField = {
  key: string;
  label: string;
  kind: FieldKind;
  isRequired?: true;
  heading?: string;
  column?: string;
  word?: string;
};

export function headingOf({ label, heading }: BuiltInField): string {
  return heading ?? label.replace(/ [a-z]/g, (start) => start.toUpperCase());
}

export function columnOf({ key, column }: BuiltInField): string {
  return column ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function wordOf({ label, word }: BuiltInField): string {
  return word ?? label.toLowerCase();
}

export const ownSubjects = ["contacts", "sales"] as const;
export type OwnSubject = (typeof ownSubjects)[number];

export const MOST_FIELDS = 60;
export const MOST_OPTIONS = 50;
export const LONGEST_VALUE = 1000;

export function isChoice(kind: OwnKind): boolean {
  return kind === "choice" || kind === "choices";
}

/** By kind: text, a decimal ("16.5"), a day, an amount, an option's id, several ids, or a boolean. */
export type OwnValue = string | string[] | boolean;
/** Values by field id. Unknown values are absent. */
export type OwnValues = Record<string, OwnValue>;
