import { memo } from "react";
import { part } from "#components/ui/part.tsx";
import {
  type actionTypes,
  type automationEvents,
  conditionFields,
  type conditionTypes,
  type operations,
  type triggerTypes,
  type units,
} from "#lib/contract/automation-terms.ts";
import type { Money } from "#lib/contract/money.ts";

type Props = { schedule: string; otherwise?: string };

const asItIs = ({ schedule }: Props) => schedule;

/** The library loads on demand; memo keeps the server's text until then. */
export const ScheduleWords = memo(
  part(() => import("./cron-words.ts"), "CronWords", { until: asItIs, without: asItIs }),
);

type Value =
  | (typeof triggerTypes)[number]
  | (typeof automationEvents)[number]
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
  REPAIR_READY: "A repair is ready",
  SEND_EMAIL: "Send email",
  CREATE_TASK: "Create a task",
};

export function wordsOf(value: string): string {
  return Object.hasOwn(words, value) ? words[value as Value] : value;
}

export function optionsOf(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: wordsOf(value) }));
}

type Optional<K extends string> = { [key in K]?: string | number | null };

export type Condition = Optional<"type" | "field" | "operation" | "value" | "unit">;

export type Rule = {
  trigger?: Optional<"type" | "schedule" | "event"> | null;
  condition?: Condition[] | null;
  segment?: string | null;
  action?:
    | (Optional<"type" | "templateId"> & { task?: Optional<"what" | "owner" | "personId" | "days"> | null })
    | null;
};

export function typeOf({ type, field }: Condition): string {
  const known: Record<string, string> = conditionFields;
  return known[String(field ?? "")] ?? String(type ?? "");
}

export function isBlank(value: string | number | null | undefined): boolean {
  return String(value ?? "").trim() === "";
}

type Phrase = { link: "whose" | "with"; text: string };

/** "whose birthday is today", "with a purchase over $500.00"; null if incomplete. */
export function phraseOf(condition: Condition, money: Money): Phrase | null {
  const { field, operation, value } = condition;
  if (isBlank(field) || isBlank(operation)) return null;
  if (typeOf(condition) !== "DATE" && isBlank(value)) return null;
  const words = sayings[String(field)]?.(String(operation), String(value ?? "").trim(), money);
  const raw = [field, operation, value].map((part) => wordsOf(String(part ?? ""))).join(" ");
  return { link: field === "Purchase.cost" ? "with" : "whose", text: words ?? raw.trim() };
}

/** Undefined for unknown operations. The value is a number of days; "" means today. */
type Saying = (operation: string, value: string, money: Money) => string | undefined;

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

function purchase(operation: string, cost: string, money: Money): string | undefined {
  const amount = Number.isFinite(Number(cost)) ? money.format(Number(cost)) : cost;
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
