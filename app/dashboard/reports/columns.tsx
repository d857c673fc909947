import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import type { Money } from "#lib/contract/money.ts";
import type { Report } from "#lib/contract/reports.ts";
import { formatDay, formatMonth, readDay } from "#lib/dates.ts";
import type { ReportColumn } from "./report-table.tsx";

const count = new Intl.NumberFormat("en-US");

/** 112.5 after 100 → 12.5; null without a previous value. */
export function changeOf(now: number | null, before: number | null): number | null {
  return now !== null && before && before > 0 ? Math.round(((now - before) / before) * 1000) / 10 : null;
}

type Figures = Omit<Report["categories"][number], "category">;
type Named = { id: string; name: string };
export type Month = Report["months"][number];

/** "Nov 2026"; "Nov 1 – 23, 2026" for part of a month. */
export function monthName({ from, to }: Month): string {
  const [first, last] = [readDay(from), readDay(to)];
  if (!first || !last) return "";
  const lastOfMonth = new Date(Date.UTC(last.year, last.month, 0)).getUTCDate();
  if (first.day === 1 && last.day === lastOfMonth) return formatMonth(first);
  if (first.day === last.day) return formatDay(first);
  return `${formatDay(first).replace(/, \d+$/, "")} – ${last.day}, ${last.year}`;
}

function figures<R extends Figures>(money: Money): ReportColumn<R>[] {
  const amount = (header: string, read: (row: R) => number | null): ReportColumn<R> => ({
    header,
    text: (row) => plain(read(row), money),
    cell: (row) => shown(read(row), money),
  });
  return [
    { header: "Sales", text: (row) => String(row.sales ?? ""), cell: (row) => count.format(row.sales ?? 0) },
    amount("Sold", (row) => row.sold),
    amount("Refunded", (row) => row.refunded),
    {
      header: "Revenue",
      text: (row) => plain(row.revenue, money),
      cell: (row) => <b className="font-semibold">{shown(row.revenue, money)}</b>,
    },
    amount("Previous year", (row) => row.before),
    {
      header: "Change in %",
      text: (row) => changeOf(row.revenue, row.before) ?? "",
      cell: (row) => <Change of={changeOf(row.revenue, row.before)} />,
    },
    amount("Average sale", (row) => row.average),
  ];
}

export function monthColumns(money: Money): ReportColumn<Month>[] {
  return [
    { header: "Month", text: monthName },
    ...figures<Month>(money),
    { header: "New customers", text: (row) => String(row.newCustomers ?? "") },
    { header: "Returning customers", text: (row) => String(returning(row)) },
  ];
}

export function returning({ customers, newCustomers }: Report["total"]): number {
  return (customers ?? 0) - (newCustomers ?? 0);
}

type Category = Report["categories"][number];

export function categoryColumns(money: Money, onChoose: (id: string) => void): ReportColumn<Category>[] {
  return [
    {
      header: "Category",
      text: ({ category }) => category?.name ?? "",
      cell: ({ category }) =>
        category?.id ? (
          <Chosen of={{ id: category.id, name: category.name }} onChoose={onChoose} />
        ) : (
          `${category?.name} (deleted)`
        ),
    },
    ...figures<Category>(money),
  ];
}

type Person = Report["people"][number];

export function personColumns(money: Money, onChoose: (id: string) => void): ReportColumn<Person>[] {
  return [
    {
      header: "Sold by",
      text: ({ person }) => person?.name ?? "Not known",
      cell: ({ person }) =>
        person?.id ? (
          <Chosen of={{ id: person.id, name: person.name }} onChoose={onChoose} />
        ) : (
          (person?.name ?? <span className="text-muted-foreground">Not known</span>)
        ),
    },
    ...figures<Person>(money),
  ];
}

function Chosen({ of: { id, name }, onChoose }: { of: Named; onChoose: (id: string) => void }) {
  return (
    <button
      type="button"
      data-paper="yes"
      onClick={() => onChoose(id)}
      className="tap max-w-full truncate text-left underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current"
    >
      {name}
    </button>
  );
}

type Best = Report["best"][number];

export function bestColumns(money: Money): ReportColumn<Best>[] {
  return [
    {
      header: "Customer",
      text: ({ contact }) => contact.name,
      cell: ({ contact }) => (
        <PrefetchLink
          href={`/dashboard/contacts/profile/${contact.id}`}
          className="tap inline-block underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current"
        >
          {contact.name || "No name"}
        </PrefetchLink>
      ),
    },
    { header: "Sales", text: (row) => String(row.sales ?? "") },
    {
      header: "Revenue",
      text: (row) => plain(row.revenue, money),
      cell: (row) => <b className="font-semibold">{shown(row.revenue, money)}</b>,
    },
    {
      header: "Previous year",
      text: (row) => plain(row.before, money),
      cell: (row) => shown(row.before, money),
    },
  ];
}

function plain(amount: number | null, money: Money): string | number {
  if (amount === null) return "";
  return amount < 0 ? Number(money.plain(amount)) : money.plain(amount);
}

function shown(amount: number | null, money: Money): string {
  return amount === null ? "—" : money.format(amount);
}

/** Above 0 is positive, everything else negative. */
export function Change({ of: change }: { of: number | null }) {
  if (change === null) return <span className="text-muted-foreground">—</span>;
  return (
    <span className={change > 0 ? "text-success" : change < 0 ? "text-danger" : ""}>
      {`${change > 0 ? "+" : ""}${count.format(change)}%`}
    </span>
  );
}
