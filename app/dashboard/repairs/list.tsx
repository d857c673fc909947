import { Truck } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { thumbUrl } from "#components/files/file-words.ts";
import { Picture } from "#components/files/picture.tsx";
import { Promised } from "#components/repairs/promised.tsx";
import { StateBadge } from "#components/repairs/states.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { RowAction } from "#components/ui/row-actions.tsx";
import { useList } from "#lib/api/use-list.ts";
import type { Money } from "#lib/contract/money.ts";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import type { BoardRow, RepairRow } from "#lib/contract/repairs.ts";
import type { Asked } from "./asked.ts";

export type Parts = {
  actions: (repair: BoardRow) => RowAction[];
  filter: Asked;
  search: string;
  description: string;
  controls: ReactNode;
  filters: ReactNode;
  empty: ReactNode;
};

export function RepairList({ filter, search, isDone, ...parts }: Parts & { isDone: boolean }) {
  const list = useList("repairs.list", search, filter);
  const money = useMoney();
  const columns = useMemo(() => repairColumns(money, isDone), [money, isDone]);
  return (
    <DataTable
      {...parts}
      title="Repairs"
      caption={isDone ? "Repairs, newest first" : "Repairs, by promised day"}
      list={list}
      columns={columns}
    />
  );
}

function repairColumns(money: Money, isDone: boolean): Column<RepairRow>[] {
  return [
    {
      header: "Ticket",
      phone: "hidden",
      className: "tabular-nums",
      cell: (repair) => <span className="font-medium">{ticketNumber(repair)}</span>,
    },
    {
      header: "Piece",
      phone: "title",
      className: "list-flexible w-1/2 phone:w-auto",
      cell: (repair) => <Piece repair={repair} />,
    },
    {
      header: "Customer",
      phone: "meta",
      className: "list-flexible w-1/4 truncate phone:w-auto",
      cell: ({ contact, work }) => (
        <>
          {contact?.name}
          <span className="hidden phone:inline">{` · ${work}`}</span>
        </>
      ),
    },
    { header: "State", phone: "hidden", cell: ({ state }) => <StateBadge state={state} /> },
    {
      header: "With",
      phone: "hidden",
      className: "max-[68.75rem]:hidden",
      cell: (repair) => <With repair={repair} />,
    },
    {
      header: "Promised",
      phone: "aside",
      className: "phone:absolute phone:top-0 phone:right-0",
      isSorted: !isDone,
      cell: (repair) => <Promised repair={repair} />,
    },
    {
      header: "Estimate",
      phone: "hidden",
      className: "text-right",
      cell: (repair) => <span className="list-amount min-w-26">{estimateText(repair, money)}</span>,
    },
  ];
}

function Piece({ repair }: { repair: RepairRow }) {
  const { number, name, work, photo } = repair;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Photo id={photo} />
      <span className="grid min-w-0">
        <span className="hidden text-muted-foreground text-sm tabular-nums phone:block">
          {ticketNumber(repair)}
        </span>
        <PrefetchLink href={`/dashboard/repairs/${number}`} data-row-main className="list-link">
          {name}
        </PrefetchLink>
        <span className="truncate text-muted-foreground text-sm phone:hidden">{work}</span>
      </span>
    </span>
  );
}

function Photo({ id }: { id: string | null }) {
  return (
    <span
      data-photo
      className="grid h-9 w-12 shrink-0 place-items-center overflow-hidden rounded-md bg-muted text-muted-foreground phone:absolute phone:top-1/2 phone:left-4 phone:h-12 phone:w-16 phone:-translate-y-1/2"
    >
      {id ? (
        <Picture
          src={thumbUrl(id)}
          alt=""
          width={64}
          height={48}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <Icon is="gem" />
      )}
    </span>
  );
}

function With({ repair: { state, workshop, person } }: { repair: RepairRow }) {
  if (state === "AWAY")
    return (
      <span className="flex min-w-0 items-center gap-2 text-sm">
        <Truck size={14} aria-hidden="true" className="shrink-0" />
        <span className="truncate">{workshop}</span>
      </span>
    );
  if (!person?.id) return null;
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      <Avatar id={person.id} name={person.name} className="size-5! text-[0.5625rem]!" />
      <span className="max-w-36 truncate">{person.name}</span>
    </span>
  );
}

function estimateText({ estimate, total }: RepairRow, money: Money): string {
  if (estimate === "AFTER_LOOK") return "";
  return `${estimate === "UP_TO" ? "Up to " : ""}${money.format(Number(total))}`;
}
