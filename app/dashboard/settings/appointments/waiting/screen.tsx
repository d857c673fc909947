"use client";
import { useMemo, useState } from "react";
import { ContactLink } from "#components/contact-link.tsx";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteRow, editRow, type RowAction } from "#components/ui/row-actions.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { rangeText } from "#lib/calendar/words.ts";
import type { WaitlistEntry } from "#lib/contract/waitlist.ts";
import { formatDate, formatTime } from "#lib/dates.ts";
import { wholeList } from "#lib/list.ts";
import { addressesOf } from "#lib/person.ts";
import { dayOf } from "#lib/time/days.ts";

const WaitlistModal = part(() => import("./waitlist-modal.tsx"), "WaitlistModal");

const REFRESH_MS = 30_000;

export function WaitingListScreen() {
  const { data: me } = useMe();
  const read = useRead("wishes.list", {}, { refreshInterval: REFRESH_MS });
  const { data } = read;
  const [open, setOpen] = useState<WaitlistEntry | "new" | null>(null);
  const actions = useActions(data, setOpen);
  const timezone = me?.timezone ?? "UTC";
  const columns = useMemo(() => columnsIn(timezone), [timezone]);
  const waiting = data?.filter(({ state }) => state === "WAITING").length ?? 0;
  const add = () => setOpen("new");
  return (
    <>
      <ScreenTitle>Waiting list</ScreenTitle>
      <DataTable
        title="Waiting list"
        description={
          waiting > 0
            ? `${waiting === 1 ? "1 person waits" : `${waiting} people wait`}. When a time opens up, it’s reserved for 30 minutes for the first person it suits.`
            : "When a time opens up, it’s reserved for 30 minutes for the first person it suits."
        }
        caption="Waiting list, in the order in which people are asked"
        controls={<NewButton label="Add" onClick={add} load={WaitlistModal.load} />}
        list={wholeList(data, read)}
        columns={columns}
        actions={actions}
        empty={
          <Empty hint="Visitors can join when a day is full. You can also add people who call.">
            <Button variant="primary" onClick={add}>
              Add
            </Button>
          </Empty>
        }
      />
      {open && <WaitlistModal entry={open === "new" ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  );
}

function useActions(line: WaitlistEntry[] | undefined, onEdit: (entry: WaitlistEntry) => void) {
  const { act: move } = useAct("wishes.move");
  const { act: take } = useAct("wishes.take");
  const { act: pass } = useAct("wishes.pass");
  const remove = useRemoval("wishes.delete");
  return useMemo(() => {
    const ids = (line ?? []).filter(({ state }) => state === "WAITING").map(({ id }) => id);
    return (entry: WaitlistEntry): RowAction[] => {
      const { id, name, offer } = entry;
      const at = ids.indexOf(id);
      const before = (place: number) => () =>
        void move({ params: { id }, body: { before: ids[place] ?? null } });
      const held = offer && { params: { id }, body: { offerId: offer.id } };
      return [
        ...(entry.state === "TAKEN"
          ? []
          : [editRow(name, { load: WaitlistModal.load, onSelect: () => onEdit(entry) })]),
        ...(held
          ? [
              action(name, "Book for", "Book", "calendar-check", () => void take(held)),
              action(name, "Pass on the time reserved for", "Pass on", "skip-forward", () => void pass(held)),
            ]
          : []),
        ...(at > 1 ? [action(name, "Move to the top:", "First", "arrow-up-to-line", before(0))] : []),
        ...(at > 0 ? [action(name, "Move up:", "Up", "arrow-up", before(at - 1))] : []),
        ...(at >= 0 && at < ids.length - 1
          ? [action(name, "Move down:", "Down", "arrow-down", before(at + 2))]
          : []),
        deleteRow(name, () =>
          remove(id, {
            title: `Remove ${name} from the waiting list?`,
            text: offer
              ? "The reserved time goes to the next person in line."
              : "They won’t be offered other times.",
            verb: "Remove",
          }),
        ),
      ];
    };
  }, [line, onEdit, move, take, pass, remove]);
}

function action(
  name: string,
  words: string,
  label: string,
  icon: NonNullable<RowAction["icon"]>,
  onSelect: () => void,
): RowAction {
  return { name: `${words} ${name}`, hint: label, label, icon, onSelect };
}

function columnsIn(timezone: string): Column<WaitlistEntry>[] {
  return [
    {
      header: "Who",
      phone: "title",
      className: "list-flexible w-1/3 phone:w-auto",
      cell: (entry) => <Who entry={entry} />,
    },
    {
      header: "What",
      phone: "hidden",
      className: "list-flexible w-2/3",
      cell: ({ title, person }) => (
        <>
          <span className="block truncate">{title}</span>
          <span className="block text-muted-foreground text-sm">
            {person ? `with ${person.name.split(" ")[0]}` : "with anyone"}
          </span>
        </>
      ),
    },
    {
      header: "For",
      phone: "meta",
      className: "phone:pl-2!",
      cell: ({ from, to, timeOfDay, title }) => (
        <span className="tabular-nums">
          {rangeText(from, to || from)}
          {timeOfDay !== "ANY" && <span className="text-muted-foreground">, {times[timeOfDay]}</span>}
          <span className="hidden phone:inline"> · {title}</span>
        </span>
      ),
    },
    {
      header: "Since",
      phone: "hidden",
      className: "max-[93.75rem]:hidden",
      cell: ({ createdAt }) => (
        <span className="text-muted-foreground tabular-nums">{formatDate(createdAt, timezone)}</span>
      ),
    },
    { header: "State", phone: "lead", cell: (entry) => <State entry={entry} timezone={timezone} /> },
  ];
}

const times = { ANY: "any time", MORNING: "mornings", AFTERNOON: "afternoons" };

function Who({ entry }: { entry: WaitlistEntry }) {
  const { name, contact } = entry;
  const [address] = addressesOf(entry);
  return (
    <>
      <ContactLink id={contact?.id} className="block truncate font-medium phone:leading-6">
        {name}
      </ContactLink>
      <span className="block truncate text-muted-foreground text-sm">
        {address && (
          <a href={address.href} className="hover:underline phone:relative phone:inline-block phone:py-1">
            {address.text}
          </a>
        )}
      </span>
    </>
  );
}

type StateProps = { entry: WaitlistEntry; timezone: string };

function State({ entry: { state, offer, isCalled, isHidden }, timezone }: StateProps) {
  if (state === "TAKEN") return <Badge tone="success">Booked</Badge>;
  if (state === "OVER") return <Badge tone="muted">Over</Badge>;
  if (!offer && isHidden) {
    return (
      <>
        <Badge tone="muted">Not offered</Badge>
        <span className="block text-muted-foreground text-sm phone:hidden">Only staff can book it</span>
      </>
    );
  }
  if (!offer) return <Badge tone="muted">Waiting</Badge>;
  const start = Date.parse(offer.startsAt ?? "");
  const day = rangeText(dayOf(start, timezone), dayOf(start, timezone));
  return (
    <>
      <Badge tone={isCalled ? "warning" : "info"}>
        {isCalled ? "Call by" : "Offered until"} {formatTime(offer.heldUntil, timezone)}
      </Badge>
      <span className="block text-muted-foreground text-sm tabular-nums phone:hidden">
        {day}, {formatTime(offer.startsAt, timezone)}
        {offer.person && ` with ${offer.person}`}
      </span>
    </>
  );
}
