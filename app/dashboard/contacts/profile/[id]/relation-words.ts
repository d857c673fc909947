const pairs = [
  ["Husband", "Wife"],
  ["Partner", "Partner"],
  ["Fiancé", "Fiancée"],
  ["Mother", "Child"],
  ["Father", "Child"],
  ["Daughter", "Parent"],
  ["Son", "Parent"],
  ["Sister", "Sister"],
  ["Brother", "Brother"],
  ["Friend", "Friend"],
  ["Colleague", "Colleague"],
  ["Introduced", "Introduced by"],
] as const;

export const relationWords = [...new Set(pairs.flat())];

export function otherWord(name: string): string {
  const is = (word: string) => word.toLowerCase() === name.trim().toLowerCase();
  const pair = pairs.find(([one]) => is(one));
  return pair?.[1] ?? pairs.find(([, other]) => is(other))?.[0] ?? "";
}

/** "Introduced Amara" needs a name; "Husband" doesn't. */
export function relationLine(name: string, firstName: string): string {
  return /^introduced( by)?$/i.test(name.trim()) ? `${name} ${firstName}`.trim() : name;
}
