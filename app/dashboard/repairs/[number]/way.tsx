import clsx from "clsx";
import { Check } from "lucide-react";
import { stateLooks } from "#components/repairs/states.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { repairWords } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { wayOf } from "./way.ts";

export function Way({ repair }: { repair: Repair }) {
  const { data: me } = useMe();
  const stops = wayOf(repair, me?.timezone);
  return (
    <ol
      aria-label="Where the piece is"
      style={{ gridTemplateColumns: `repeat(${stops.length}, minmax(0, 1fr))` }}
      className="grid px-4 pt-3.5 pb-3 phone:px-1 phone:py-3"
    >
      {stops.map(({ state, word = repairWords[state], is, when, by }, i) => {
        const Look = is === "done" ? Check : stateLooks[state].icon;
        return (
          <li
            key={state}
            aria-current={is === "current" ? "step" : undefined}
            className="relative grid content-start justify-items-center gap-0.5 text-center text-sm"
          >
            {i > 0 && (
              <span
                aria-hidden="true"
                className={clsx(
                  "absolute top-3.25 right-[calc(50%+20px)] left-[calc(-50%+20px)] h-0.5 rounded-full",
                  is === "ahead" ? "bg-border-strong" : "bg-primary",
                )}
              />
            )}
            <span
              className={clsx(
                "grid size-7 place-items-center rounded-full border-[1.5px]",
                is === "current" && "border-transparent bg-primary text-primary-foreground",
                is === "done" && "border-transparent bg-primary-soft text-primary-soft-foreground",
                (is === "ahead" || is === "skipped") && "border-border-strong bg-card text-muted-foreground",
              )}
            >
              <Look size={is === "done" ? 14 : 16} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <span
              className={clsx(
                "phone:text-[11px] phone:leading-3.5",
                is === "current" ? "font-semibold" : "font-medium",
                (is === "ahead" || is === "skipped") && "text-muted-foreground",
              )}
            >
              {word}
              {is === "done" && <span className="sr-only">, done</span>}
              {is === "skipped" && <span className="sr-only">, skipped</span>}
            </span>
            <span className="min-h-4 text-muted-foreground text-xs tabular-nums phone:text-[11px] phone:leading-3.5">
              {when}
              {by && <span className="phone:hidden"> · {by}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
