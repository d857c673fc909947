import { Truck } from "lucide-react";
import type { ReactNode } from "react";
import { useMoney } from "#components/shell/use-me.ts";
import { Failed, Loading } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { RepairReport } from "#lib/contract/repair-report.ts";
import { formatCount, plural } from "#lib/text.ts";
import { Change } from "./columns.tsx";
import { DaysByMonth, WhereDaysGo } from "./repairs-charts.tsx";
import { type ReportColumn, ReportTable } from "./report-table.tsx";

type Props = { query: { from: string; to: string; person?: string } };
type Total = RepairReport["total"];
type Row = RepairReport["rows"][number];

export function RepairsReport({ query: { from, to, person } }: Props) {
  const query = { from, to, ...(person && { person }) };
  const { data, error, isValidating, mutate } = useRead("repairs.report", { query });
  if (error && !isValidating)
    return <Failed text={error.message || "We couldn’t load the report"} onRetry={() => void mutate()} />;
  if (!data) return <Loading label="Counting…" />;
  return (
    <div className="grid gap-4">
      <Figures report={data} />
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,4fr)] gap-4 max-[68.6875rem]:grid-cols-1">
        <DaysByMonth months={data.months} />
        <WhereDaysGo spent={data.spent} />
      </div>
      <ReportTable
        title="By person and workshop"
        what="repairs"
        none="No repairs in this period."
        period={{ from, to }}
        rows={data.rows}
        keyOf={({ name, isWorkshop }) => `${isWorkshop} ${name}`}
        columns={columns}
      />
      <p className="text-muted-foreground text-sm">
        A repair counts on the day it was handed over. It was on time if it was ready by the promised day. The
        median is from intake to ready. An estimate is answered when the customer approves it, or when the
        piece leaves “Waiting for OK”. A piece came back if the same customer brought a piece with the same
        name.
      </p>
    </div>
  );
}

const days = (value: number | null) => (value === null ? "—" : value.toFixed(1));

function share({ repairs, late }: { repairs: number | null; late: number | null }): number | null {
  return repairs ? Math.round(((late ?? 0) / repairs) * 100) : null;
}

function onTime(figures: Total): string {
  const late = share(figures);
  return late === null ? "—" : `${100 - late}%`;
}

/** Fewer days, or a smaller share of late repairs, is better. */
type Compared = { now: number | null; before: number | null; text: (by: number) => string };

function LowerIsBetter({ now, before, text }: Compared) {
  const by = now === null || before === null ? 0 : now - before;
  if (by === 0) return null;
  return <span className={by < 0 ? "text-success" : "text-danger"}>{text(by)}</span>;
}

const signed = (value: number) =>
  `${value > 0 ? "+" : "-"}${formatCount(Math.round(Math.abs(value) * 10) / 10)}`;

function hoursWords(hours: number | null): string {
  if (hours === null) return "—";
  if (hours < 1) return plural(Math.round(hours * 60), "minute");
  return hours < 48 ? plural(Math.round(hours), "hour") : plural(Math.round(hours / 24), "day");
}

function approvedWords({ asked, approved }: RepairReport["answered"]): string {
  return asked ? `${Math.round((100 * (approved ?? 0)) / asked)}% approved` : "No estimates sent";
}

type Card = { label: string; show: (figures: Total) => string; line?: string; change?: ReactNode };

function Figures({ report: { total, before, answered } }: { report: RepairReport }) {
  const money = useMoney();
  const growth = (now: number | null, earlier: number | null) => ({
    ...{ now, before: earlier, salesBefore: before.repairs ?? 0 },
  });
  const cards: Card[] = [
    {
      ...{ label: "Handed over", show: ({ repairs }) => formatCount(repairs ?? 0) },
      change: <Change growth={growth(total.repairs, before.repairs)} show={formatCount} />,
    },
    {
      ...{ label: "Median days to ready", show: (one) => days(one.days) },
      change: <LowerIsBetter now={total.days} before={before.days} text={(by) => `${signed(by)} days`} />,
    },
    {
      ...{ label: "Ready on time", show: onTime },
      change: (
        <LowerIsBetter now={share(total)} before={share(before)} text={(by) => `${signed(-by)} points`} />
      ),
    },
    { label: "Estimate answered in", show: () => hoursWords(answered.hours), line: approvedWords(answered) },
    {
      ...{ label: "Repair revenue", show: ({ revenue }) => money.format(revenue ?? 0) },
      change: <Change growth={growth(total.revenue, before.revenue)} show={money.format} />,
    },
  ];
  return (
    <dl className="grid grid-cols-5 gap-4 max-[68.6875rem]:grid-cols-3 phone:grid-cols-2 phone:gap-3">
      {cards.map(({ label, show, line, change }) => (
        <div
          key={label}
          className="min-w-0 rounded-lg border bg-card px-4 py-3.5 shadow-1 phone:px-3 phone:first:col-span-2"
        >
          <dt className="font-medium text-muted-foreground text-sm">{label}</dt>
          <dd className="mt-1 truncate font-semibold text-[1.375rem] tabular-nums leading-8 tracking-tight">
            {show(total)}
          </dd>
          <dd className="mt-1 grid text-muted-foreground text-sm tabular-nums">
            {before.repairs ? change : null}
            {line ?? (before.repairs ? `${show(before)} a year before` : "No repairs a year before")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const MUCH = 25;

const columns: ReportColumn<Row>[] = [
  {
    header: "Who",
    value: ({ name }) => name,
    cell: ({ name, isWorkshop }) => (
      <span className="flex items-center gap-2">
        {isWorkshop && <Truck size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />}
        <span className="truncate">{name}</span>
      </span>
    ),
  },
  { header: "Repairs", isMain: true, value: ({ repairs }) => ({ number: repairs ?? 0 }) },
  {
    header: "Median days",
    value: (row) => (row.days === null ? "" : { number: row.days }),
    cell: (row) => days(row.days),
  },
  {
    header: "Late",
    inFile: "Late in %",
    value: (row) => ({ number: share(row) ?? 0 }),
    cell: (row) => {
      const late = share(row);
      if (late === null) return "—";
      return <span className={late >= MUCH ? "font-medium text-danger" : undefined}>{late}%</span>;
    },
  },
  {
    header: "Late by, average",
    inFile: "Late by, average days",
    value: ({ lateBy }) => (lateBy === null ? "" : { number: lateBy }),
    cell: ({ lateBy }) => (lateBy === null ? "—" : `${lateBy.toFixed(1)} days`),
  },
  { header: "Came back within 90 days", value: ({ back }) => ({ number: back ?? 0 }) },
  { header: "Open now", value: ({ open }) => ({ number: open ?? 0 }) },
];
