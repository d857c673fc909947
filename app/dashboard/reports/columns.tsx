import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import type { Money } from "#lib/contract/money.ts";
import type { Report } from "#lib/contract/reports.ts";
import { formatDay, formatMonth, readDay } from "#lib/dates.ts";
import { formatCount } from "#lib/text.ts";
import type { Cell } from "#lib/xlsx.ts";
import type { ReportColumn } from "./report-table.tsx";

const FEWEST_SALES = 5;
const HIGHEST_PERCENT = 999;

type Growth = { now: number | null; before: number | null; salesBefore: number };

/** 112.5 after 100 → 12.5; null if a percentage would mislead. */
function percentOf({ now, before, salesBefore }: Growth): number | null {
  if (now === null || before === null || before <= 0 || salesBefore < FEWEST_SALES) return null;
  return Math.round(((now - before) / before) * 1000) / 10;
}

/** `show`: words for an amount without sign. */
export function growthWords(growth: Growth, show: (amount: number) => string): string {
  const percent = percentOf(growth);
  if (percent !== null) {
    if (percent > HIGHEST_PERCENT) return `over ${HIGHEST_PERCENT}%`;
    return `${percent > 0 ? "+" : ""}${formatCount(percent)}%`;
  }
  const { now, before, salesBefore } = growth;
  if (now === null || before === null || now === before) return "—";
  if (now > 0 && before === 0 && salesBefore === 0) return "New";
  return `${show(Math.abs(now - before))} ${now > before ? "more" : "less"}`;
}

type Figures = Omit<Report["categories"][number], "category">;
type Named = { id: string; name: string };
export type Month = Report["months"][number];

export function monthName({ from, to }: Month): string {
  const [first, last] = [readDay(from), readDay(to)];
  if (!first || !last) return "";
  const lastOfMonth = new Date(Date.UTC(last.year, last.month, 0)).getUTCDate();
  if (first.day === 1 && last.day === lastOfMonth) return formatMonth(first);
  if (first.day === last.day) return formatDay(first);
  return `${formatDay(first).replace(/, \d+$/, "")} – ${last.day}, ${last.year}`;
}

const number = (value: number | null): Cell => (value === null ? "" : { number: value });
const amountCell = (value: number | null, money: Money): Cell =>
  value === null ? "" : { amount: money.plain(value) };

const growthOf = (row: Figures): Growth => ({
  now: row.revenue,
  before: row.before,
  salesBefore: row.salesBefore ?? 0,
});

type Look = { money: Money; earlier: string; taxed: boolean };

function figures<R extends Figures>({ money, earlier, taxed }: Look): ReportColumn<R>[] {
  const amount = (header: string, read: (row: R) => number | null): ReportColumn<R> => ({
    header,
    value: (row) => amountCell(read(row), money),
    cell: (row) => shown(read(row), money),
  });
  return [
    { header: "Sales", value: (row) => number(row.sales ?? 0), cell: (row) => formatCount(row.sales ?? 0) },
    amount("Sold", (row) => row.sold),
    amount("Refunded", (row) => row.refunded),
    {
      header: "Revenue",
      isMain: true,
      value: (row) => amountCell(row.revenue, money),
      cell: (row) => <b className="font-semibold">{shown(row.revenue, money)}</b>,
    },
    ...(taxed ? [amount("Tax", (row) => row.tax ?? null)] : []),
    amount(earlier, (row) => row.before),
    {
      header: "Change",
      inFile: "Change in %",
      value: (row) => number(percentOf(growthOf(row))),
      cell: (row) => <Change growth={growthOf(row)} show={money.format} />,
    },
    amount("Average sale", (row) => row.average),
  ];
}

export function monthColumns(look: Look): ReportColumn<Month>[] {
  return [
    { header: "Month", value: monthName },
    ...figures<Month>(look),
    { header: "New customers", value: (row) => number(row.newCustomers) },
    { header: "Returning customers", value: (row) => number(returning(row)) },
  ];
}

export function returning({ customers, newCustomers }: Report["total"]): number {
  return (customers ?? 0) - (newCustomers ?? 0);
}

type Category = Report["categories"][number];

export function categoryColumns(look: Look, onChoose: (id: string) => void): ReportColumn<Category>[] {
  return [
    {
      header: "Category",
      value: ({ category }) => category?.name ?? "",
      cell: ({ category }) =>
        category?.id ? (
          <Chosen of={{ id: category.id, name: category.name }} onChoose={onChoose} />
        ) : (
          `${category?.name} (deleted)`
        ),
    },
    ...figures<Category>(look),
  ];
}

type Person = Report["people"][number];

export function personColumns(look: Look, onChoose: (id: string) => void): ReportColumn<Person>[] {
  return [
    {
      header: "Sold by",
      value: ({ person }) => person?.name ?? "Not known",
      cell: ({ person }) =>
        person?.id ? (
          <Chosen of={{ id: person.id, name: person.name }} onChoose={onChoose} />
        ) : (
          (person?.name ?? <span className="text-muted-foreground">Not known</span>)
        ),
    },
    ...figures<Person>(look),
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

type Source = Report["sources"][number];

const sourceNames = { person: "Added by hand", import: "Imported", visitor: "Booked online" };

export function sourceColumns(look: Look): ReportColumn<Source>[] {
  const name = ({ source }: Source) => (source ? sourceNames[source] : "Not known");
  return [{ header: "Source", value: name }, ...figures<Source>(look)];
}

type Best = Report["best"][number];

export function bestColumns({ money, earlier }: Look): ReportColumn<Best>[] {
  return [
    {
      header: "Customer",
      value: ({ contact }) => contact.name,
      cell: ({ contact }) => (
        <PrefetchLink
          href={`/dashboard/contacts/profile/${contact.id}`}
          className="tap inline-block underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current"
        >
          {contact.name || "No name"}
        </PrefetchLink>
      ),
    },
    { header: "Sales", value: (row) => number(row.sales) },
    {
      header: "Revenue",
      isMain: true,
      value: (row) => amountCell(row.revenue, money),
      cell: (row) => <b className="font-semibold">{shown(row.revenue, money)}</b>,
    },
    {
      header: earlier,
      value: (row) => amountCell(row.before, money),
      cell: (row) => shown(row.before, money),
    },
  ];
}

function shown(amount: number | null, money: Money): string {
  return amount === null ? "—" : money.format(amount);
}

export function Change({ growth, show }: { growth: Growth; show: (amount: number) => string }) {
  const words = growthWords(growth, show);
  const change = words === "—" ? 0 : (growth.now ?? 0) - (growth.before ?? 0);
  return (
    <span className={change > 0 ? "text-success" : change < 0 ? "text-danger" : "text-muted-foreground"}>
      {words}
    </span>
  );
}
