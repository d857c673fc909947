/** What a mail fills in of the contact it goes to, in the order in which the editor offers it. */
export const placeholderNames = [
  "firstName",
  "lastName",
  "email",
  "birthday",
  "anniversary",
  "name",
  "phoneNumber",
  "lastPurchase",
  "lastPurchaseDate",
  "storeName",
] as const;
export type PlaceholderName = (typeof placeholderNames)[number];

type Day = { year: number; month: number; day: number };

/** What is known when a mail is written. Days are those of the store's calendar. */
type Facts = {
  contact: {
    firstName: string;
    lastName: string;
    email: string;
    phoneNumber: string;
    birthday: Day | null;
    anniversary: Day | null;
  };
  /** The newest sale to the contact: what was sold, and when. */
  lastPurchase: { item: string; day: Day | null } | null;
  storeName: string;
};

// With the joiners that names in Persian and Hindi hold.
const NAME = /^[\p{L}\p{M} .'’ʼ‐–\p{Join_Control}-]{1,100}$/u;
// "evil.test" is an address, "J.R. Tolkien" is none.
const ADDRESS = /\.[\p{L}\p{M}]{2}/u;
// Longer ones are sentences.
const LONGEST_NAME = 60;
const PHONE = /^[\d +()-]{1,40}$/;

/** Whether a text can be a person's name: letters and what stands between them, and no address. */
export function isName(text: string): boolean {
  return NAME.test(text) && !ADDRESS.test(text);
}

/**
 * A name that a mail may repeat, "" where it is none. Anybody may book for any address and call themselves anything:
 * the store does not mail strangers' words to third parties.
 */
export function asName(text: string): string {
  return text.length <= LONGEST_NAME && isName(text) ? text : "";
}

/** The value of every placeholder, "" where there is none; the editor's preview and the mail itself use the same. */
export function placeholderValues({
  contact,
  lastPurchase,
  storeName,
}: Facts): Record<PlaceholderName, string> {
  const { email } = contact;
  const [firstName, lastName] = [asName(contact.firstName), asName(contact.lastName)];
  return {
    firstName,
    lastName,
    email,
    // A greeting tells nobody's age.
    birthday: written(contact.birthday, false),
    anniversary: written(contact.anniversary, false),
    name: [firstName, lastName].filter(Boolean).join(" "),
    phoneNumber: PHONE.test(contact.phoneNumber) ? contact.phoneNumber : "",
    lastPurchase: lastPurchase?.item ?? "",
    lastPurchaseDate: written(lastPurchase?.day ?? null, true),
    storeName,
  };
}

/** "March 14", or "March 14, 2026". */
function written(date: Day | null, withYear: boolean): string {
  if (!date) return "";
  const year = withYear ? "numeric" : undefined;
  const format = new Intl.DateTimeFormat("en-US", { year, month: "long", day: "numeric", timeZone: "UTC" });
  return format.format(Date.UTC(date.year, date.month - 1, date.day));
}
