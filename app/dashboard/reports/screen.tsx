"use client";
import { ChartColumn } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { Failed, Loading } from "#components/ui/states.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Report } from "#lib/contract/reports.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { reportQuery } from "#lib/report-periods.ts";
import { bestColumns, categoryColumns, monthColumns, personColumns } from "./columns.tsx";
import { Figures } from "./figures.tsx";
import { MonthBars } from "./month-bars.tsx";
import { ReportFilters, useFilter } from "./report-filters.tsx";
import { ReportTable } from "./report-table.tsx";

export function ReportsScreen() {
  const may = useMay()("dashboard.report");
  const { data: me } = useMe();
  if (!me) return <Loading />;
  if (may) return <Reports timezone={me.timezone} />;
  return (
    <EmptyScreen
      icon={ChartColumn}
      title="You don’t have access"
      text="The owner and admins can see reports, and decide who else can."
      href="/dashboard"
      back="Back to the dashboard"
    />
  );
}

function Reports({ timezone }: { timezone: string }) {
  const params = useSearchParams();
  const query = reportQuery(new URLSearchParams(params), timezone);
  const { data, error, isValidating, mutate } = useRead("dashboard.report", { query });
  const isLate = useDelayed(isValidating && data !== undefined && data.period.from !== query.from);
  return (
    <>
      <ScreenTitle>Reports</ScreenTitle>
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-60 flex-1">
          <h1>Reports</h1>
          <p className="mt-0.5 text-muted-foreground" suppressHydrationWarning>
            {`${span(query)} · ${timezone}`}
          </p>
        </div>
        <ReportFilters query={query} />
      </header>
      <span role="status" className="sr-only">
        {isLate ? "Counting…" : ""}
      </span>
      {error && !isValidating ? (
        <Failed text={error.message || "We couldn’t load the report"} onRetry={() => void mutate()} />
      ) : data ? (
        <Content report={data} busy={isLate} />
      ) : (
        <Loading label="Counting…" />
      )}
    </>
  );
}

function Content({ report, busy }: { report: Report; busy: boolean }) {
  const money = useMoney();
  const [, setFilter] = useFilter();
  const columns = useMemo(
    () => ({
      month: monthColumns(money),
      category: categoryColumns(money, (category) => setFilter({ category })),
      person: personColumns(money, (person) => setFilter({ person })),
      best: bestColumns(money),
    }),
    [money, setFilter],
  );
  const { period } = report;
  return (
    <div className={`grid gap-4 ${busy ? "opacity-60" : ""}`} aria-busy={busy}>
      <Figures report={report} />
      <ReportTable
        title="Sales by month"
        what="sales by month"
        period={period}
        rows={report.months}
        keyOf={({ from }) => from}
        columns={columns.month}
      >
        <MonthBars months={report.months} />
      </ReportTable>
      <ReportTable
        title="Sales by category"
        what="sales by category"
        period={period}
        rows={report.categories}
        keyOf={({ category }) => category?.id ?? category?.name ?? ""}
        columns={columns.category}
      />
      <ReportTable
        title="Sales by person"
        what="sales by person"
        period={period}
        hint="The salesperson. For older sales, the person who recorded them."
        rows={report.people}
        keyOf={({ person }) => person?.id ?? person?.name ?? ""}
        columns={columns.person}
      />
      <ReportTable
        title="Best customers"
        what="best customers"
        period={period}
        hint="The 20 with the highest revenue"
        rows={report.best}
        keyOf={({ contact }) => contact.id}
        columns={columns.best}
      />
      <p className="text-muted-foreground text-sm">
        {`A sale counts on its own day. A refund lowers the revenue of the day it was made, as on Home. The average is calculated before refunds. New customers made their first purchase ever. Sales of deleted contacts count in the revenue, but not as customers. The previous year is ${span(report.before)}.`}
      </p>
    </div>
  );
}

function span({ from, to }: { from: string; to: string }): string {
  return `${formatDay(readDay(from))} – ${formatDay(readDay(to))}`;
}
