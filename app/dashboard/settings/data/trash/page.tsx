"use client";
import {
  Archive,
  ArrowRightLeft,
  CalendarClock,
  CircleCheck,
  Gem,
  Hammer,
  Hourglass,
  Mail,
  Megaphone,
  NotebookPen,
  Paperclip,
  ReceiptText,
  Tag,
  User,
  Users,
  Zap,
} from "lucide-react";
import { useMemo } from "react";
import { SearchBox } from "#components/shell/top-bar.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import type { RowAction } from "#components/ui/row-actions.tsx";
import { Empty } from "#components/ui/states.tsx";
import { focusAfter } from "#components/use-removal.ts";
import { useRestore } from "#components/use-restore.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useList } from "#lib/api/use-list.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Answer } from "#lib/contract/contract.ts";
import type { Trashed } from "#lib/contract/journal.ts";
import type { Money } from "#lib/contract/money.ts";
import { type TrashKind, trashKinds } from "#lib/contract/record-kinds.ts";
import { formatMoment } from "#lib/dates.ts";
import { countWords, kindsWord, trashWords } from "#lib/journal-words.ts";
import { plural } from "#lib/text.ts";

const icons: Partial<Record<TrashKind, typeof User>> = {
  contact: User,
  category: Gem,
  template: Mail,
  automation: Zap,
  segment: Users,
  campaign: Megaphone,
  appointmentType: CalendarClock,
  tag: Tag,
  sale: ReceiptText,
  note: NotebookPen,
  wish: Hourglass,
  task: CircleCheck,
  repair: Hammer,
  relation: ArrowRightLeft,
  file: Paperclip,
};

export default function TrashPage() {
  const { data: me } = useMe();
  const money = useMoney();
  const [search, setSearch] = useSearch();
  const [wanted, setWanted] = useUrlState("kind");
  const kind = trashKinds.find((known) => known === wanted);
  const list = useList("trash.list", search, { kind });
  const counts = useRead("trash.counts", {});
  const total = counts.data?.reduce((sum, { count }) => sum + (count ?? 0), 0) ?? 0;
  const { act: empty, pending } = useAct("trash.empty");
  const mayEmpty = useMay()("trash.empty");
  const columns = useMemo(() => trashColumns(money, me?.timezone), [money, me?.timezone]);
  const actions = useTrashActions(money);

  async function askAndEmpty() {
    const question = {
      title: "Empty the trash?",
      text: `${plural(total, "deletion")} of the last 30 days can’t be restored after that.`,
      verb: "Empty trash",
    };
    if (!pending && (await confirm(question))) await empty({});
  }

  return (
    <DataTable
      title="Trash"
      caption="Trash, deleted last first"
      description="Kept for 30 days, then erased. Not included in lists, searches, totals or automations."
      controls={
        <div className="flex gap-2 phone:w-full">
          <div className="w-56 min-w-0 phone:w-auto phone:flex-1">
            <SearchBox label="Search the trash" />
          </div>
          {mayEmpty && total > 0 && (
            <Button busy={pending} onClick={askAndEmpty} className="text-danger">
              Empty trash…
            </Button>
          )}
        </div>
      }
      filters={
        total > 0 && (
          <KindChips counts={counts.data ?? []} total={total} selected={kind} onSelect={setWanted} />
        )
      }
      list={list}
      columns={columns}
      actions={actions}
      empty={
        search || kind ? (
          <Empty text="No data available" hint="Nothing in the trash matches.">
            <Button
              onClick={() => {
                setSearch("");
                setWanted("");
              }}
            >
              Show all
            </Button>
          </Empty>
        ) : (
          <Empty text="The trash is empty" hint="Deleted items stay here for 30 days." />
        )
      }
    />
  );
}

function useTrashActions(money: Money) {
  const restore = useRestore();
  const { act: erase } = useAct("trash.erase");
  const mayErase = useMay()("trash.erase");
  return useMemo(
    () =>
      (row: Trashed): RowAction[] => {
        const name = nameOf(row, money);
        const question = {
          title: `Erase ${name} for good?`,
          text: "This can’t be undone. The history still shows who deleted it.",
          verb: "Erase",
        };
        const restoring: RowAction = {
          name: `Restore ${name}`,
          label: "Restore",
          icon: "rotate-ccw-clock",
          worded: true,
          onSelect: () => {
            focusAfter(row.id);
            void restore(row.id);
          },
        };
        const erasing: RowAction = {
          name: `Erase ${name} now`,
          label: "Erase now",
          icon: "trash",
          danger: true,
          onSelect: async () => {
            if (!(await confirm(question))) return;
            focusAfter(row.id);
            await erase({ params: { id: row.id } });
          },
        };
        return mayErase ? [restoring, erasing] : [restoring];
      },
    [money, restore, erase, mayErase],
  );
}

type ChipsProps = {
  counts: Answer<"trash.counts">;
  total: number;
  selected: TrashKind | undefined;
  onSelect: (kind: TrashKind | "") => void;
};

function KindChips({ counts, total, selected, onSelect }: ChipsProps) {
  return (
    <fieldset className="contents">
      <legend className="sr-only">Show only</legend>
      <Chip pressed={!selected} onPress={() => onSelect("")}>
        All <span className="tabular-nums">{total}</span>
      </Chip>
      {trashKinds.map((kind) => {
        const count = counts.find((one) => one.kind === kind)?.count;
        return (
          count && (
            <Chip key={kind} pressed={selected === kind} onPress={() => onSelect(kind)}>
              {kindsWord(kind)} <span className="tabular-nums">{count}</span>
            </Chip>
          )
        );
      })}
    </fieldset>
  );
}

function nameOf({ kind, count, name, amount }: Trashed, money: Money): string {
  if (count !== null && count > 1) return countWords(kind, count);
  if (kind === "note") return `“${name.length > 60 ? `${name.slice(0, 60).trimEnd()}…` : name}”`;
  if (kind === "sale") return [name, amount !== null && money.format(amount)].filter(Boolean).join(", ");
  return name || "No name";
}

function trashColumns(money: Money, timezone?: string): Column<Trashed>[] {
  return [
    {
      header: "What",
      phone: "title",
      className: "w-full",
      cell: (row) => {
        const Icon = (row.count ?? 1) > 1 && row.kind === "contact" ? Users : (icons[row.kind] ?? Archive);
        return (
          <span className="flex min-w-0 items-center gap-3 py-1.5">
            <span className="grid size-8 shrink-0 place-items-center rounded-md border bg-muted text-muted-foreground">
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <span className="grid min-w-0">
              <span className="truncate font-medium">{nameOf(row, money)}</span>
              <span className="whitespace-normal text-muted-foreground text-sm">
                {trashWords({ ...row, count: row.count ?? 1 })}
              </span>
            </span>
          </span>
        );
      },
    },
    {
      header: "Deleted by",
      phone: "lead",
      cell: ({ deletedBy }) => (
        <span className="flex items-center gap-2">
          <Avatar id={deletedBy} name={deletedBy} className="size-6! text-[0.625rem]! phone:hidden" />
          {deletedBy}
        </span>
      ),
    },
    {
      header: "When",
      phone: "meta",
      className: "tabular-nums phone:pl-2!",
      cell: ({ deletedAt }) => formatMoment(deletedAt, timezone),
    },
    {
      header: "Erased in",
      phone: "aside",
      cell: ({ daysLeft }) => (
        <span className={(daysLeft ?? 0) <= 3 ? "font-semibold text-danger" : "text-muted-foreground"}>
          {plural(daysLeft ?? 0, "day")}
        </span>
      ),
    },
  ];
}
