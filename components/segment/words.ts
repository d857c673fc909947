import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { type MethodNames, methodName } from "#lib/contract/sale-items.ts";
import { saleStates } from "#lib/contract/sale-states.ts";
import type { Period } from "#lib/contract/segment-parts.ts";
import { namedPeriods } from "#lib/contract/segment-terms.ts";
import type { ListedTag } from "#lib/contract/tags.ts";
import { isYearly, type YearlyKey } from "#lib/contract/yearly-fields.ts";
import { formatDate } from "#lib/dates.ts";
import { sourceWords } from "#lib/source-words.ts";
import { formatCount, joined } from "#lib/text.ts";
import { type Condition, fieldLook, type Segment, type Verb } from "./fields.ts";

export type Names = {
  money: Money;
  categories: { id: string; name: string }[];
  tags: ListedTag[] | undefined;
  own: OwnField[];
  methods?: MethodNames | undefined;
};
type Word = { text: string; strong?: boolean };

export const months = Array.from({ length: 12 }, (_, i) =>
  new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(Date.UTC(2026, i)),
);
export const consentWords = { given: "yes", withdrawn: "no", unknown: "not known" };

const amountOfTime = ({ count, unit }: { count: number; unit: string }) =>
  count === 1 ? `1 ${unit.slice(0, -1)}` : `${count} ${unit}`;

function periodWords(period: Period | undefined): Word[] {
  if (!period) return [];
  if ("last" in period) return [{ text: "in the last" }, { text: amountOfTime(period.last), strong: true }];
  if ("next" in period) return [{ text: "in the next" }, { text: amountOfTime(period.next), strong: true }];
  if ("in" in period) return [{ text: namedPeriods[period.in], strong: true }];
  const day = (iso: string) => ({ text: formatDate(iso), strong: true });
  const { from, to } = period;
  if (from && to) return [{ text: "from" }, day(from), { text: "to" }, day(to)];
  if (from) return [{ text: "since" }, day(from)];
  return to ? [{ text: "until" }, day(to)] : [{ text: "at any time" }];
}

const STATES: Condition["field"][] = ["consent", "source", "payment", "method"];

const TELLING = ["within", "month", "contains", "tagIds", "optionIds", "yes"];

export function verbOf(condition: Condition, own: readonly OwnField[]): Verb {
  const { verbs } = fieldLook(condition, own);
  const keys = (one: object) =>
    Object.keys(one)
      .filter((key) => TELLING.includes(key) || (key === "period" && condition.field === "own"))
      .join();
  const isOf = ({ begin }: Verb) =>
    "is" in begin && !STATES.includes(begin.field)
      ? "is" in condition && begin.is === condition.is
      : keys(begin) === keys(condition);
  return verbs.find(isOf) ?? (verbs[0] as Verb);
}

const amountText = (amount: number, money: Money) =>
  Number.isInteger(amount) ? money.rounded(amount) : money.format(amount);

function isOnDay(condition: Condition): condition is Extract<Condition, { field: YearlyKey }> {
  return isYearly(condition.field);
}

export function wordsOf(condition: Condition, names: Names): Word[] {
  const words = plainWords(condition, names);
  const [first, ...rest] = words;
  if (!condition.not) return words;
  const negative = first && !first.strong && negate(first.text);
  return negative ? [{ text: negative }, ...rest] : [{ text: "not" }, ...words];
}

const NEGATIVES: Record<string, string> = {
  contains: "does not contain",
  "any of": "none of",
  "any at all": "none",
  "was given": "was not given",
};

function negate(verb: string): string | undefined {
  return /^is\b/.test(verb) ? verb.replace("is", "is not") : NEGATIVES[verb];
}

function plainWords(condition: Condition, names: Names): Word[] {
  const { money, categories, tags, own, methods } = names;
  const { label } = verbOf(condition, own);
  const verb = label ? [{ text: label }] : [];
  if (isOnDay(condition)) {
    const { within, month } = condition;
    if (within !== undefined) {
      const days = within === 0 ? "today" : within === 1 ? "1 day" : `${within} days`;
      return within === 0
        ? [{ text: "is" }, { text: days, strong: true }]
        : [...verb, { text: days, strong: true }];
    }
    if (month === undefined) return verb;
    return [...verb, { text: months[month - 1] ?? "this month", strong: true }];
  }
  switch (condition.field) {
    case "spent":
    case "sales": {
      const much =
        condition.field === "spent"
          ? amountText(Number(condition.amount), money)
          : formatCount(condition.count);
      const category = categories.find(({ id }) => id === condition.categoryId);
      const on = condition.categoryId
        ? [{ text: "of" }, { text: category?.name ?? "a category", strong: true }]
        : [];
      return [...verb, { text: much, strong: true }, ...on, ...periodWords(condition.period)];
    }
    case "payment":
      return [...verb, { text: saleStates[condition.is].toLowerCase(), strong: true }];
    case "method":
      return [...verb, { text: methodName(methods, condition.is), strong: true }];
    case "cost":
    case "open":
      return [...verb, { text: amountText(Number(condition.amount), money), strong: true }];
    case "category": {
      const category = categories.find(({ id }) => id === condition.categoryId);
      return [...verb, { text: category?.name ?? "a category", strong: true }];
    }
    case "refunded":
    case "discounted":
    case "repair":
      return verb;
    case "mailed":
    case "noShow":
      return condition.period ? periodWords(condition.period) : [{ text: "at any time" }];
    case "consent":
      return [...verb, { text: consentWords[condition.is], strong: true }];
    case "source":
      return [{ text: sourceWords[condition.is], strong: true }];
    case "tags": {
      if (!condition.tagIds) return verb;
      return [...verb, { text: tagNames(condition.tagIds, tags).join(", "), strong: true }];
    }
    case "own":
      return [...(condition.period ? [] : verb), ...ownWords(condition, names)];
    case "added":
    case "firstSale":
    case "lastSale":
    case "appointment":
    case "lastAppointment":
    case "soldAt":
      return periodWords(condition.period);
    default:
      return condition.contains === undefined
        ? verb
        : [...verb, { text: `“${condition.contains}”`, strong: true }];
  }
}

const isTag = (id: string) => (tag: ListedTag) => tag.id === id || tag.merged.includes(id);

export function goneTags(ids: readonly string[], tags: Names["tags"]): string[] {
  return tags ? ids.filter((id) => !tags.some(isTag(id))) : [];
}

function tagNames(ids: readonly string[], tags: Names["tags"]): string[] {
  if (!tags) return ["a tag"];
  const names = ids.map(
    (id) => (tags.find((one) => one.id === id) ?? tags.find(isTag(id)))?.name ?? "a deleted tag",
  );
  return [...new Set(names)];
}

type Own = Extract<Condition, { field: "own" }>;

function ownWords({ fieldId, ...asked }: Own, { money, own }: Names): Word[] {
  const strong = (text: string) => [{ text, strong: true }];
  const field = own.find(({ id }) => id === fieldId);
  if (asked.contains !== undefined) return strong(`“${asked.contains}”`);
  if (asked.amount !== undefined)
    return strong(field?.kind === "money" ? amountText(Number(asked.amount), money) : asked.amount);
  if (asked.optionIds) {
    const named = asked.optionIds.map(
      (id) => field?.options.find((one) => one.id === id)?.text ?? "an option",
    );
    return strong(named.join(", "));
  }
  if (asked.yes !== undefined) return strong(asked.yes ? "yes" : "no");
  return periodWords(asked.period);
}

export function sentenceOf(segment: Segment, names: Names): string {
  const one = (condition: Condition) =>
    joined(
      " ",
      fieldLook(condition, names.own).label.toLowerCase(),
      ...wordsOf(condition, names).map(({ text }) => text),
    );
  const groups = segment.map((group) => {
    const any = group.map(one).join(" or ");
    return group.length > 1 && segment.length > 1 ? `(${any})` : any;
  });
  const sentence = groups.join(" and ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
