import { phraseOf } from "./phrase.ts";
import type { Condition, Rule } from "./rule.ts";
import { ScheduleWords } from "./schedule-words.tsx";
import { wordsOf } from "./words.ts";

type Props = {
  rule: Rule;
  /** The template's name, where it is known. */
  template?: string;
  /** The organization's. */
  timezone?: string;
};

const OPEN = "…";

/** What an automation will do, in plain words; "…" where the form is still open. */
export function Sentence({ rule: { trigger, condition, action }, template, timezone }: Props) {
  const type = String(trigger?.type ?? "");
  const schedule = String(trigger?.schedule ?? "").trim();
  const conditions = condition ?? [];
  const zone = timezone ? ` (${timezone})` : "";
  const gets = `gets ${what(String(action?.type ?? ""), template)}`;
  if (type === "DATE_BASED") {
    return `${ended(`Once ever, ${everyone(conditions)} ${gets}`)} Checked every day at 9:00 AM${zone}.`;
  }
  if (type === "EVENT_BASED") return ended(`${event(conditions)} ${gets}${provided(conditions)}`);
  return (
    <>
      {schedule ? <ScheduleWords schedule={schedule} /> : OPEN}
      {schedule && zone}, {ended(`${everyone(conditions)} ${gets}`)}
    </>
  );
}

function what(type: string, template?: string): string {
  if (template) return `“${template}”`;
  return type === "SEND_EMAIL" ? OPEN : wordsOf(type) || OPEN;
}

function ended(sentence: string): string {
  return sentence.endsWith(OPEN) ? sentence : `${sentence}.`;
}

/** "everyone whose birthday is today and with a purchase over $500.00". */
function everyone(conditions: Condition[]): string {
  const phrases = conditions.map((condition) => {
    const phrase = phraseOf(condition);
    return phrase ? `${phrase.link} ${phrase.text}` : `whose ${OPEN}`;
  });
  return ["everyone", phrases.join(" and ")].filter(Boolean).join(" ");
}

/** A condition on a purchase is on the one that was just recorded. */
function event(conditions: Condition[]): string {
  const purchases = conditions.map(phraseOf).filter((phrase) => phrase?.link === "with");
  if (purchases.length === 0)
    return "When a sale is recorded, a contact is created or a booking is made, that contact";
  return `When ${purchases.map((phrase) => phrase?.text).join(" and ")} is recorded, its contact`;
}

function provided(conditions: Condition[]): string {
  const others = conditions.map(phraseOf).filter((phrase) => phrase?.link !== "with");
  if (others.length === 0) return "";
  return ` if their ${others.map((phrase) => phrase?.text ?? OPEN).join(" and their ")}`;
}
