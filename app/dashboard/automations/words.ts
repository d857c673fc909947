import type {
  actionTypes,
  conditionFields,
  conditionTypes,
  operations,
  triggerTypes,
  units,
} from "#lib/contract/automation-terms.ts";

type Value =
  | (typeof triggerTypes)[number]
  | (typeof conditionTypes)[number]
  | keyof typeof conditionFields
  | (typeof operations)[number]
  | (typeof units)[number]
  | (typeof actionTypes)[number];

const words: Record<Value, string> = {
  TIME_BASED: "Recurring",
  DATE_BASED: "One-time",
  EVENT_BASED: "Event",
  DATE: "Date",
  NUMERIC: "Numeric",
  STRING: "Text",
  "Contact.birthday": "Birthday",
  "Contact.anniversary": "Anniversary",
  "Contact.lastContactedAt": "Last contacted",
  "Purchase.cost": "Purchase cost",
  "Contact.name": "Contact name",
  "Contact.email": "Contact email",
  EQUALS: "Equals",
  GREATER_THAN: "Greater than",
  LESS_THAN: "Less than",
  DAYS: "Days",
  SEND_EMAIL: "Send email",
};

/** A value as people read it; one that a host made up reads as it is. */
export function wordsOf(value: string): string {
  return Object.hasOwn(words, value) ? words[value as Value] : value;
}

export function optionsOf(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: wordsOf(value) }));
}
