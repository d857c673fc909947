import clsx from "clsx";
import { Calendar, ClockArrowDown, Hammer, Mail, MessageSquareText, Phone } from "lucide-react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { Tick } from "#components/tick.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { buttonClass, iconButtonClass } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { MINUTE } from "#lib/time/zone.ts";
import type { TodayRow as Row } from "./today-rows.ts";

type Props = {
  row: Row;
  now: number | null;
  later: MenuItem[] | null;
  onCheck: (done: boolean) => void;
  onOpen: () => void;
  onGreet: (() => void) | null;
  onText: () => void;
};

export function TodayRow({ row, now, later, onCheck, onOpen, onGreet, onText }: Props) {
  const { key, done, isFixed, when, late, title, line, href, isEvent } = row;
  const name = clsx(
    "pointer-coarse:after:absolute pointer-coarse:after:inset-0 phone:after:absolute phone:after:inset-0 block max-w-full truncate text-left",
    done ? "text-muted-foreground line-through" : "font-medium",
  );
  const whenText = <span className={clsx(late && "font-semibold text-danger")}>{when}</span>;
  return (
    <li
      data-row={key}
      className="group relative grid min-h-12 grid-cols-[auto_4.5rem_minmax(0,1fr)_auto] items-center gap-3 py-1 pr-3 pl-4 focus-within:bg-accent focus-within:shadow-[inset_2px_0_0_var(--primary)] hover:bg-accent phone:min-h-14 phone:grid-cols-[2.75rem_minmax(0,1fr)_auto] phone:gap-1 phone:py-1.5 phone:pr-2 phone:pl-1"
    >
      {row.ticked ? (
        <Tick name={title} done={done} isFixed={isFixed} onChange={onCheck} />
      ) : (
        <span className="grid w-5 place-items-center text-muted-foreground phone:w-11">
          {isEvent && <Calendar size={16} strokeWidth={1.75} aria-hidden="true" />}
        </span>
      )}
      <span className="whitespace-nowrap text-muted-foreground text-sm tabular-nums phone:hidden">
        {whenText}
      </span>
      <span className="min-w-0">
        {href ? (
          <PrefetchLink href={href} data-row-main="" className={name}>
            {title}
          </PrefetchLink>
        ) : (
          <button type="button" data-row-main="" onClick={onOpen} className={name}>
            {title}
          </button>
        )}
        <small className="block truncate text-muted-foreground text-sm phone:whitespace-normal">
          <span className="hidden phone:inline">
            {whenText}
            {line && " · "}
          </span>
          {line}
        </small>
      </span>
      <span className="relative z-1 flex items-center gap-1.5">
        {later && !done && (
          <span
            aria-hidden="true"
            className="hidden gap-1 text-muted-foreground text-xs group-focus-within:flex phone:hidden!"
          >
            {row.ticked && (
              <>
                <kbd className="kbd">X</kbd> done
              </>
            )}{" "}
            <kbd className="kbd ml-1">L</kbd> later
          </span>
        )}
        <Soon startsAt={done ? null : row.startsAt} now={now} />
        <Action row={row} onGreet={row.greets && onGreet} onGreeted={() => onCheck(true)} onText={onText} />
        {later && !done && (
          <Menu label={`Later: ${title}`} rowKey="l" items={later} className={iconButtonClass({ row: true })}>
            <ClockArrowDown size={16} strokeWidth={1.75} />
          </Menu>
        )}
      </span>
    </li>
  );
}

function Soon({ startsAt, now }: { startsAt: string | null; now: number | null }) {
  if (!startsAt || now === null) return null;
  const minutes = Math.ceil((Date.parse(startsAt) - now) / MINUTE);
  if (minutes < 0 || minutes > 60) return null;
  return (
    <Badge tone="info" className="phone:hidden">
      {minutes === 0 ? "Now" : `In ${minutes} min`}
    </Badge>
  );
}

type ActionProps = { row: Row; onGreet: (() => void) | null; onGreeted: () => void; onText: () => void };

const ACTION = buttonClass({ className: "h-8! phone:h-11! pointer-coarse:h-11!" });

function Action({ row, onGreet, onGreeted, onText }: ActionProps) {
  const { action, title, startsAt, texts, tell } = row;
  if (texts || tell) {
    const text = tell?.text ?? "Text";
    return (
      <button
        type="button"
        aria-label={tell ? `${text}: ${title}` : `Text ${title}`}
        className={ACTION}
        onClick={onText}
      >
        <MessageSquareText size={16} strokeWidth={1.75} />
        {text}
      </button>
    );
  }
  if (!action) return null;
  const { kind, href, text } = action;
  if (kind === "greet") {
    const looks = { "aria-label": `Greet ${title}`, className: ACTION };
    const words = (
      <>
        <Mail size={16} strokeWidth={1.75} />
        {text}
      </>
    );
    return onGreet ? (
      <button type="button" {...looks} onClick={onGreet}>
        {words}
      </button>
    ) : (
      <a href={href} {...looks} onClick={onGreeted}>
        {words}
      </a>
    );
  }
  if (kind === "takeIn")
    return (
      <PrefetchLink href={href} aria-label={`Take in: ${title}`} className={ACTION}>
        <Hammer size={16} strokeWidth={1.75} />
        {text}
      </PrefetchLink>
    );
  const icon = <Phone size={16} strokeWidth={1.75} />;
  if (startsAt) {
    return (
      <a href={href} aria-label={`Call ${title}`} title={text} className={iconButtonClass({ row: true })}>
        {icon}
      </a>
    );
  }
  return (
    <a
      href={href}
      aria-label={`Call ${title}: ${text}`}
      className={buttonClass({ className: "h-8! tabular-nums phone:h-11! pointer-coarse:h-11!" })}
    >
      {icon}
      <span className="phone:hidden">{text}</span>
      <span className="hidden phone:inline">Call</span>
    </a>
  );
}
