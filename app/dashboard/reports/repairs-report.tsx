import { useMoney } from "#components/shell/use-me.ts";
import { Failed, Loading } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { RepairReport } from "#lib/contract/repair-report.ts";
import { formatCount } from "#lib/text.ts";
import { type ReportColumn, ReportTable } from "./report-table.tsx";

type Props = { query: { from: string; to: string; person?: string } };
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
        median is from intake to ready.
      </p>
    </div>
  );
}

const days = (value: number | null) => (value === null ? "—" : value.toFixed(1));

function share({ repairs, late }: { repairs: number | null; late: number | null }): number | null {
  return repairs ? Math.round(((late ?? 0) / repairs) * 100) : null;
}

function onTime(figures: RepairReport["total"]): string {
  const late = share(figures);
  return late === null ? "—" : `${100 - late}%`;
}

function Figures({ report: { total, before } }: { report: RepairReport }) {
  const money = useMoney();
  const cards = [
    { label: "Handed over", show: ({ repairs }: typeof total) => formatCount(repairs ?? 0) },
    { label: "Median days to ready", show: (one: typeof total) => days(one.days) },
    { label: "Ready on time", show: onTime },
    { label: "Repair revenue", show: ({ revenue }: typeof total) => money.format(revenue ?? 0) },
  ];
  return (
    <dl className="grid grid-cols-4 gap-4 max-[68.6875rem]:grid-cols-2 phone:gap-3">
      {cards.map(({ label, show }) => (
        <div key={label} className="min-w-0 rounded-lg border bg-card px-4 py-3.5 shadow-1 phone:px-3">
          <dt className="font-medium text-muted-foreground text-sm">{label}</dt>
          <dd className="mt-1 truncate font-semibold text-[1.375rem] tabular-nums leading-8 tracking-tight">
            {show(total)}
          </dd>
          <dd className="mt-1 text-muted-foreground text-sm tabular-nums">{`${show(before)} a year before`}</dd>
        </div>
      ))}
    </dl>
  );
}

const MUCH = 25;

const columns: ReportColumn<Row>[] = [
  { header: "Who", value: ({ name }) => name },
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
      return <span className={late >= MUCH ? "text-danger" : undefined}>{late}%</span>;
    },
  },
  { header: "Open now", value: ({ open }) => ({ number: open ?? 0 }) },
];
