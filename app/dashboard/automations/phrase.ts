import { money } from "#lib/text.ts";
import { type Condition, isBlank, typeOf } from "./rule.ts";
import { wordsOf } from "./words.ts";

/** What a condition says of a contact: "everyone" + link + text. */
export type Phrase = { link: "whose" | "with"; text: string };

/** "whose birthday is today", "with a purchase over $500.00"; null while something is missing. */
export function phraseOf(condition: Condition): Phrase | null {
  const { field, operation, value } = condition;
  if (isBlank(field) || isBlank(operation)) return null;
  if (typeOf(condition) !== "DATE" && isBlank(value)) return null;
  const said = sayings[String(field)]?.(String(operation), String(value ?? "").trim());
  const raw = [field, operation, value].map((part) => wordsOf(String(part ?? ""))).join(" ");
  return { link: field === "Purchase.cost" ? "with" : "whose", text: said ?? raw.trim() };
}

/** Undefined for an operation that a host made up. `n` days; "" means today. */
type Saying = (operation: string, value: string) => string | undefined;

const sayings: Record<string, Saying> = {
  "Contact.birthday": (operation, n) => yearly("birthday", operation, n),
  "Contact.anniversary": (operation, n) => yearly("anniversary", operation, n),
  "Contact.lastContactedAt": lastContact,
  "Purchase.cost": purchase,
  "Contact.name": (operation, value) => alphabetic("name", operation, value),
  "Contact.email": (operation, value) => alphabetic("email", operation, value),
};

function yearly(day: string, operation: string, n: string): string | undefined {
  switch (operation) {
    case "EQUALS":
      return `${day} is ${Number(n) ? `in ${days(n)}` : "today"}`;
    case "GREATER_THAN":
      return `${day} ${n ? `is more than ${days(n)} away` : "is later this year"}`;
    case "LESS_THAN":
      return `${day} ${n ? `is within the next ${days(n)}` : "was earlier this year"}`;
  }
}

function lastContact(operation: string, n: string): string | undefined {
  switch (operation) {
    case "EQUALS":
      return `last contact was ${Number(n) ? `${days(n)} ago` : "today"}`;
    case "GREATER_THAN":
      return `last contact was ${n ? `more than ${days(n)} ago or never` : "after today"}`;
    case "LESS_THAN":
      return `last contact was ${n ? `within the last ${days(n)}` : "before today"}`;
  }
}

function purchase(operation: string, cost: string): string | undefined {
  const amount = Number.isFinite(Number(cost)) ? money(Number(cost)) : cost;
  switch (operation) {
    case "EQUALS":
      return `a purchase of ${amount}`;
    case "GREATER_THAN":
      return `a purchase over ${amount}`;
    case "LESS_THAN":
      return `a purchase under ${amount}`;
  }
}

function alphabetic(text: string, operation: string, value: string): string | undefined {
  switch (operation) {
    case "EQUALS":
      return `${text} is “${value}”`;
    case "GREATER_THAN":
      return `${text} comes after “${value}” in the alphabet`;
    case "LESS_THAN":
      return `${text} comes before “${value}” in the alphabet`;
  }
}

function days(n: string): string {
  return n === "1" ? "1 day" : `${n} days`;
}
