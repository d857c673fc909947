import clsx from "clsx";
import { Bell, Phone } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { Promised } from "#components/repairs/promised.tsx";
import { type Moved, stateLooks } from "#components/repairs/states.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Group } from "#components/ui/group.tsx";
import { type RowAction, RowActions } from "#components/ui/row-actions.tsx";
import { GhostRows, Pending } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { type RepairState, repairWords, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { BoardRow } from "#lib/contract/repairs.ts";
import { replaceQuery } from "#lib/layers.ts";
import { isApproved, noticeText, promiseWords } from "#lib/repair-words.ts";
import type { Parts } from "./list.tsx";

const COLUMNS = ["IN", "WAITING", "BENCH", "AWAY", "READY"] as const;
const FIRST = 6;

type Props = Parts & {
  move: (repair: Moved, to: RepairState) => void;
  counts: Answer<"repairs.counts"> | undefined;
  toList: () => void;
};

export function Board(props: Props) {
  const { description, controls, filters, empty, filter, search, actions, move, counts, toList } = props;
  const { view, person, workshop } = filter;
  const read = useRead("repairs.board", { query: { ...filter, search } }, { keepPreviousData: true });
  const only = COLUMNS.filter((one) => one === view);
  const columns = only.length > 0 ? only : COLUMNS;
  const isWhole = !search && !person && !workshop && view === "open";
  return (
    <div className="grid gap-3">
      <header className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1">
          <h1>Repairs</h1>
          <p className="mt-0.5 text-muted-foreground">{description}</p>
        </div>
        {controls}
      </header>
      <div data-paper="no" className="flex flex-wrap items-center gap-2">
        {filters}
      </div>
      {read.data?.length === 0 ? (
        <section className="rounded-lg border bg-card shadow-1">{empty}</section>
      ) : read.data ? (
        <Group
          aria-label="Repairs by state"
          onKeyDown={besideOnArrow}
          className="grid min-h-[55vh] grid-flow-col gap-3 overflow-x-auto pb-1 auto-cols-[minmax(220px,1fr)]"
        >
          {columns.map((one) => (
            <Column
              key={one}
              state={one}
              rows={read.data?.filter((repair) => repair.state === one) ?? []}
              count={isWhole ? counts?.states[one] : undefined}
              actions={actions}
              onRest={() => {
                toList();
                replaceQuery({ show: one });
              }}
              onDrop={(id) => {
                const dropped = read.data?.find((repair) => repair.id === id);
                if (dropped) move(dropped, one);
              }}
            />
          ))}
        </Group>
      ) : read.error ? (
        <Pending read={read} failure="Failed to fetch repairs" />
      ) : (
        <GhostRows />
      )}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-xs pointer-coarse:hidden">
        <span>
          <kbd>J</kbd> <kbd>K</kbd> move
        </span>
        {(["BENCH", "AWAY", "READY", "HANDED_OVER"] as const).map((one) => (
          <span key={one}>
            <kbd>{stateLooks[one].key.toUpperCase()}</kbd> {stateLooks[one].verb.toLowerCase()}
          </span>
        ))}
        <span>
          <kbd>Z</kbd> undo
        </span>
        <span className="ml-auto">Scan an envelope to open its ticket from any page.</span>
      </p>
    </div>
  );
}

type ColumnProps = {
  state: (typeof COLUMNS)[number];
  rows: BoardRow[];
  count: number | undefined;
  actions: (repair: BoardRow) => RowAction[];
  onRest: () => void;
  onDrop: (id: string) => void;
};

function Column({ state, rows, count = rows.length, actions, onRest, onDrop }: ColumnProps) {
  const [isOpen, setOpen] = useState(false);
  const [isOver, setOver] = useState(false);
  const { icon: Icon } = stateLooks[state];
  const shown = isOpen ? rows : rows.slice(0, FIRST);
  const { data: me } = useMe();
  const late = rows.filter((row) => row.state !== "READY" && promiseWords(row, me?.timezone).isLate).length;
  const more = Math.max(count, rows.length) - shown.length;
  const isAtLeast = late === rows.length && count > rows.length;
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      aria-label={`${repairWords[state]}, ${count}`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.getData("text/plain"));
      }}
      className={clsx("min-h-40 rounded-xl border bg-muted p-2", isOver && "ring-2 ring-primary")}
    >
      <h2 className="flex h-9 items-center gap-2 px-1 text-sm">
        <Icon size={15} aria-hidden="true" className="text-muted-foreground" />
        {repairWords[state]}
        <span className="font-normal text-muted-foreground tabular-nums">{count}</span>
        {late > 0 && (
          <span className="ml-auto font-normal text-danger text-xs">
            {late}
            {isAtLeast && "+"} late
          </span>
        )}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {shown.map((repair) => (
          <Card key={repair.id} repair={repair} actions={actions} />
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          onClick={() => (isOpen ? onRest() : setOpen(true))}
          className="link mt-1 h-9 w-full font-medium text-sm"
        >
          {isOpen ? `${more} more in the list` : `${more} more`}
        </button>
      )}
    </section>
  );
}

type CardProps = { repair: BoardRow; actions: (repair: BoardRow) => RowAction[] };

function Card({ repair, actions }: CardProps) {
  const { id, number, name, contact, person } = repair;
  const [hasKeys, setKeys] = useState(false);
  return (
    <li
      data-row={id}
      draggable
      onFocus={() => setKeys(true)}
      onDragStart={(event) => event.dataTransfer.setData("text/plain", id)}
      className="group relative grid grid-cols-[minmax(0,1fr)] gap-0.5 rounded-lg border bg-card px-3 py-2 shadow-1 focus-within:border-ring focus-within:ring-2 focus-within:ring-ring hover:border-border-strong"
    >
      <span className="flex justify-between gap-2 text-muted-foreground text-xs tabular-nums">
        {ticketNumber(repair)}
        <Promised repair={repair} />
      </span>
      <PrefetchLink
        href={`/dashboard/repairs/${number}`}
        data-row-main
        className="truncate font-medium outline-none after:absolute after:inset-0"
      >
        {name}
      </PrefetchLink>
      <span className="truncate text-muted-foreground text-sm">{contact?.name}</span>
      <span className="flex min-h-6 items-center justify-between gap-2 text-muted-foreground text-xs">
        <Detail repair={repair} />
        <span className="relative z-1 flex shrink-0 items-center">
          <span className="w-0 overflow-hidden opacity-0 focus-within:w-auto focus-within:opacity-100 group-hover:w-auto group-hover:opacity-100 pointer-coarse:w-auto pointer-coarse:opacity-100">
            <RowActions
              actions={actions(repair).map((action) => ({ ...action, inMenu: true, menuOnly: !hasKeys }))}
              menu={false}
            />
          </span>
          {person?.id && <Avatar id={person.id} name={person.name} className="size-5! text-[0.5625rem]!" />}
        </span>
      </span>
    </li>
  );
}

function Detail({ repair }: { repair: BoardRow }) {
  const { state, workshop, work, total, estimate } = repair;
  const { data: me } = useMe();
  const money = useMoney();
  if (repair.callAskedAt) {
    return (
      <span className="flex items-center gap-1 text-warning">
        <Phone size={12} aria-hidden="true" />
        Wants a call
      </span>
    );
  }
  const { notified } = repair;
  if (state === "READY") {
    if (notified) return <span className="truncate">{noticeText(notified, me?.timezone)}</span>;
    return (
      <span className="flex items-center gap-1 text-warning">
        <Bell size={12} aria-hidden="true" />
        Not notified yet
      </span>
    );
  }
  if (state === "WAITING" && isApproved(repair)) {
    return <span className="text-success">Approved {money.format(Number(total))}</span>;
  }
  const price = estimate === "AFTER_LOOK" ? work : money.format(Number(total));
  const asked = notified ? `${price} · ${noticeText(notified, me?.timezone).toLowerCase()}` : price;
  const text = state === "AWAY" ? workshop : state === "WAITING" ? asked : work;
  return <span className="truncate">{text}</span>;
}

function besideOnArrow(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  const card = (event.target as Element).closest("[data-row]");
  const own = card?.closest("section");
  if (!by || !card || !own) return;
  const columns = [...event.currentTarget.querySelectorAll("section")];
  const at = [...own.querySelectorAll("[data-row]")].indexOf(card);
  for (let next = columns.indexOf(own) + by; columns[next]; next += by) {
    const cards = columns[next]?.querySelectorAll("[data-row]") ?? [];
    const link = cards[Math.min(at, cards.length - 1)]?.querySelector<HTMLElement>("[data-row-main]");
    if (!link) continue;
    event.preventDefault();
    return link.focus();
  }
}
