// The parts of a store's own field. No schemas here, so screens that only show one load no zod.

export const ownKinds = ["text", "number", "date", "money", "choice", "choices", "yesNo"] as const;
export type OwnKind = (typeof ownKinds)[number];

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
