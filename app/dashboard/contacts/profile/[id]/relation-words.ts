/** What people often are to each other: what one says on the first card, and on the other. Stores type their own as well. */
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

/** What the other card says as a rule; "" where nobody knows. */
export function otherWord(name: string): string {
  const is = (word: string) => word.toLowerCase() === name.trim().toLowerCase();
  const pair = pairs.find(([one]) => is(one));
  return pair?.[1] ?? pairs.find(([, other]) => is(other))?.[0] ?? "";
}

/** "Introduced Amara", for it needs somebody; "Husband" as it is. */
export function relationLine(name: string, firstName: string): string {
  return /^introduced( by)?$/i.test(name.trim()) ? `${name} ${firstName}`.trim() : name;
}
