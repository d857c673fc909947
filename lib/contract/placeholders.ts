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
export type Facts = {
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

/** The value of every placeholder, "" where there is none; the editor's preview and the mail itself use the same. */
export function placeholderValues({
  contact,
  lastPurchase,
  storeName,
}: Facts): Record<PlaceholderName, string> {
  const { firstName, lastName, email, phoneNumber } = contact;
  return {
    firstName,
    lastName,
    email,
    // A greeting tells nobody's age.
    birthday: written(contact.birthday, false),
    anniversary: written(contact.anniversary, false),
    name: [firstName, lastName].filter(Boolean).join(" "),
    phoneNumber,
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
