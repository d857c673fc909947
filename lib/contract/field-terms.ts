// What a store's own field is made of. Free of schemas: screens that only show one need none.

export const ownKinds = ["text", "number", "date", "money", "choice", "choices", "yesNo"] as const;
export type OwnKind = (typeof ownKinds)[number];

/** Whose fields they are. */
export const ownSubjects = ["contacts", "sales"] as const;
export type OwnSubject = (typeof ownSubjects)[number];

/** So many fields may a store have, and so many options a field. */
export const MOST_FIELDS = 60;
export const MOST_OPTIONS = 50;
export const LONGEST_VALUE = 1000;

/** Whether a field has options to choose from. */
export function isChoice(kind: OwnKind): boolean {
  return kind === "choice" || kind === "choices";
}

/** By kind: text, a decimal ("16.5"), a day, an amount, the id of an option, the ids of several, or yes and no. */
export type OwnValue = string | string[] | boolean;
/** By the field's id; what is not known is not there. */
export type OwnValues = Record<string, OwnValue>;
