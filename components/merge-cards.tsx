import clsx from "clsx";
import { Lock, X } from "lucide-react";
import { type CSSProperties, type ReactNode, useId } from "react";
import { Avatar } from "#components/ui/avatar.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { strictest } from "#lib/contract/consent.ts";
import { mergedContactFields } from "#lib/contract/contact-field-sets.ts";
import type { ComparedCard } from "#lib/contract/duplicates.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { formatDate, formatMonth, readDay } from "#lib/dates.ts";
import { ownWords } from "#lib/own-fields.ts";
import { contactName } from "#lib/person.ts";
import { dotted, fullName, joined, plural } from "#lib/text.ts";
import { useMe } from "./shell/use-me.ts";

export type Choices = Record<string, string>;
type Line = { field: string; label: string; shown: (card: ComparedCard) => string };

export function linesOf(cards: readonly ComparedCard[], own: readonly OwnField[], money: Money): Line[] {
  const all = mergedContactFields.map((field) => ({
    field: field.key as string,
    label: field.label,
    shown: (card: ComparedCard) =>
      field.key === "name" ? fullName(card) : ownWords(field, card[field.key], money),
  }));
  const known = own.filter(({ id }) => cards.some(({ fields }) => fields?.[id] !== undefined));
  return [
    ...all,
    ...known.map((field) => ({
      field: field.id,
      label: field.label,
      shown: (card: ComparedCard) => ownWords(field, card.fields?.[field.id], money),
    })),
  ];
}

type Props = {
  cards: ComparedCard[];
  lines: Line[];
  from: Choices;
  onChoose: (choices: Choices) => void;
  onLeaveOut: ((id: string) => void) | undefined;
};

export function MergeCards({ cards, lines, from, onChoose, onLeaveOut }: Props) {
  const { data: me } = useMe();
  const isSame = (words: string[]) => new Set(words).size === 1;
  const differing = lines.filter(({ shown }) => !isSame(cards.map(shown)));
  const consents = cards.map((card) => consentWords(card, me?.timezone));
  const hasConsent = !isSame(consents);
  const kept = strictest(cards, saidBy);
  const same = lines.length - differing.length + (hasConsent ? 0 : 1);
  return (
    <>
      <div className="-mx-5 overflow-x-auto px-5">
        <div
          style={{ "--cards": cards.length } as CSSProperties}
          className="grid grid-cols-[7rem_repeat(var(--cards),minmax(11.5rem,1fr))] gap-2 phone:grid-cols-[repeat(var(--cards),minmax(9.5rem,1fr))]"
        >
          <span className="sticky left-0 phone:hidden" />
          {cards.map((card) => (
            <Head key={card.id} card={card} lines={lines} onChoose={onChoose} onLeaveOut={onLeaveOut} />
          ))}
          {differing.map(({ field, label, shown }) => (
            <Row key={field} label={label} role="radiogroup">
              {(group) =>
                cards.map((card) => (
                  <label
                    key={card.id}
                    className={clsx(
                      CELL,
                      "cursor-pointer hover:bg-accent has-checked:border-primary-soft has-checked:bg-primary-soft has-checked:font-medium has-checked:text-primary-soft-foreground pointer-coarse:min-h-11",
                    )}
                  >
                    <input
                      type="radio"
                      name={group}
                      checked={card.id === from[field]}
                      onChange={() => onChoose({ [field]: card.id })}
                      className="size-4 shrink-0 accent-primary"
                    />
                    <span className="wrap-anywhere min-w-0">
                      {shown(card) || <span className="text-muted-foreground">empty</span>}
                    </span>
                  </label>
                ))
              }
            </Row>
          ))}
          {hasConsent && (
            <Row label="Marketing mail" role="group">
              {() =>
                cards.map((card, i) => (
                  <span
                    key={card.id}
                    className={clsx(
                      CELL,
                      card === kept
                        ? "border-primary-soft bg-primary-soft font-medium text-primary-soft-foreground"
                        : "text-muted-foreground",
                    )}
                  >
                    <span className="flex-1">{consents[i]}</span>
                    {card === kept && <Lock size={14} strokeWidth={1.75} role="img" aria-label="is kept" />}
                  </span>
                ))
              }
            </Row>
          )}
        </div>
      </div>
      <p className="mt-2 flex items-center gap-1.5 text-muted-foreground text-sm md:pl-30">
        {hasConsent && (
          <>
            <Lock size={14} strokeWidth={1.75} className="shrink-0" />
            The stricter choice is kept.
          </>
        )}
        {same > 0 && ` ${plural(same, "field")} ${same === 1 ? "is" : "are"} the same on all.`}
      </p>
    </>
  );
}

const CELL = "flex min-h-9 min-w-0 items-center gap-2 rounded-md border px-2.5 py-1.5";

type HeadProps = Pick<Props, "lines" | "onChoose" | "onLeaveOut"> & { card: ComparedCard };

function Head({ card, lines, onChoose, onLeaveOut }: HeadProps) {
  const { data: me } = useMe();
  const name = contactName(card);
  const since = formatMonth(readDay(card.createdAt, me?.timezone));
  return (
    <div
      className={clsx("min-w-0 py-1 phone:grid phone:gap-0", onLeaveOut ? "grid" : "flex items-center gap-2")}
    >
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <Avatar id={card.id} name={name} className="phone:hidden" />
        <span className="grid min-w-0">
          <span className="truncate font-semibold">{name}</span>
          <span className="truncate text-muted-foreground text-sm">
            {dotted(since && `Since ${since}`, plural(card.sales ?? 0, "sale"))}
          </span>
        </span>
      </span>
      <span className="flex shrink-0 items-center">
        <button
          type="button"
          className={clsx(
            "font-medium text-link text-sm hover:underline phone:flex-1 phone:px-0 phone:text-left pointer-coarse:min-h-11",
            onLeaveOut ? "flex-1 text-left" : "px-1",
          )}
          aria-label={`Use all of ${name}`}
          onClick={() => onChoose(Object.fromEntries(lines.map(({ field }) => [field, card.id])))}
        >
          Use all
        </button>
        {onLeaveOut && (
          <IconButton
            icon={X}
            label={`Leave out ${name}`}
            row
            className="phone:-mr-2"
            onClick={() => onLeaveOut(card.id)}
          />
        )}
      </span>
    </div>
  );
}

type RowProps = { label: string; role: "radiogroup" | "group"; children: (id: string) => ReactNode };

function Row({ label, role, children }: RowProps) {
  const id = useId();
  return (
    <div {...{ role, "aria-labelledby": id }} className="contents">
      <span
        id={id}
        className="sticky left-0 z-10 bg-popover py-2 text-muted-foreground phone:col-span-full phone:justify-self-start phone:pt-1 phone:pb-0 phone:text-sm"
      >
        {label}
      </span>
      {children(id)}
    </div>
  );
}

function saidBy({ isUnsubscribed, consent }: ComparedCard) {
  const { state = "unknown", source = null } = consent ?? {};
  return isUnsubscribed && state !== "withdrawn"
    ? { state: "withdrawn" as const, source: "unsubscribe" as const }
    : { state, source };
}

function consentWords(card: ComparedCard, timezone: string | undefined): string {
  const said = saidBy(card).state;
  if (said === "unknown") return "Not asked";
  const day = card.consent?.state === said && formatDate(card.consent.at, timezone);
  return joined(", ", said === "given" ? "Yes" : "No", day);
}
