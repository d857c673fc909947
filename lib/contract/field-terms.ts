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

/** Text, decimal ("16.5"), day, amount, option id(s) or boolean, by kind. */
export type OwnValue = string | string[] | boolean;
/** By field id. Unknown values are absent. */
export type OwnValues = Record<string, OwnValue>;
