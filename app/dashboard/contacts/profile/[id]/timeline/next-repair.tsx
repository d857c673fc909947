import clsx from "clsx";
import { Promised } from "#components/repairs/promised.tsx";
import { StateBadge, stateLooks } from "#components/repairs/states.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import type { RepairRow } from "#lib/contract/repairs.ts";

type Props = { repair: RepairRow; isFirst: boolean; isLast: boolean };

export function NextRepair({ repair, isFirst, isLast }: Props) {
  const { number, name, state, work, person } = repair;
  const { icon: Look } = stateLooks[state];
  return (
    <li
      data-row=""
      tabIndex={-1}
      className={clsx("timeline-row", isFirst && "is-first", isLast && "is-last")}
    >
      <span className="timeline-icon is-next">
        <Look size={14} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 pt-1 leading-5">
          <PrefetchLink href={`/dashboard/repairs/${number}`} className="tap font-medium hover:underline">
            {name}
          </PrefetchLink>
          <StateBadge state={state} />
        </div>
        <div className="timeline-meta">
          {[ticketNumber(repair), work, person && `with ${person.name.split(" ")[0]}`]
            .filter(Boolean)
            .join(" · ")}
        </div>
      </div>
      <div className="timeline-when">
        <Promised repair={repair} />
      </div>
    </li>
  );
}
