"use client";
import { ChartColumn } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { Select } from "#components/ui/select.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { useRead } from "#lib/api/use-read.ts";
import { comparisons, MOST_REPORT_DAYS } from "#lib/contract/report-terms.ts";
import type { Report } from "#lib/contract/reports.ts";
import { formatDate } from "#lib/dates.ts";
import { replaceQuery } from "#lib/layers.ts";
import {
  comparisonLabels,
  type ReportPeriod,
  readComparison,
  readReportPeriod,
  reportPeriods,
  reportQuery,
} from "#lib/report-periods.ts";
import { formatCount, fullName } from "#lib/text.ts";
import { addDays } from "#lib/time/days.ts";
import {
  bestColumns,
  Change,
  categoryColumns,
  monthColumns,
  personColumns,
  returning,
  sourceColumns,
} from "./columns.tsx";
import { MonthBars } from "./month-bars.tsx";
import { RepairsReport } from "./repairs-report.tsx";
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
  const query = reportQuery(params, timezone);
  const mayRepairs = useMay()("repairs.report");
  const isRepairs = mayRepairs && params.get("part") === "repairs";
  const { data, error, isValidating, mutate } = useRead("dashboard.report", isRepairs ? null : { query });
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
        {mayRepairs && (
          <Segments
            aria-label="Report"
            choices={PARTS}
            value={isRepairs ? "repairs" : ""}
            onChoose={(part) => replaceQuery({ part })}
          />
        )}
        <ReportFilters query={query} isRepairs={isRepairs} />
      </header>
      <span role="status" className="sr-only">
        {isLate ? "Counting…" : ""}
      </span>
      {isRepairs ? (
        <RepairsReport query={query} />
      ) : error && !isValidating ? (
        <Failed text={error.message || "We couldn’t load the report"} onRetry={() => void mutate()} />
      ) : data ? (
        <Content report={data} busy={isLate} />
      ) : (
        <Loading label="Counting…" />
      )}
    </>
  );
}

const PARTS = [
  ["", "Sales"],
  ["repairs", "Repairs"],
] as const;

function Content({ report, busy }: { report: Report; busy: boolean }) {
  const money = useMoney();
  const params = useSearchParams();
  const isYear = readComparison(params) === "year";
  const taxed = Boolean(report.total.tax);
  const columns = useMemo(() => {
    const look = { money, taxed, earlier: isYear ? "Previous year" : "Previous period" };
    return {
      month: monthColumns(look),
      category: categoryColumns(look, (category) => replaceQuery({ category })),
      person: personColumns(look, (person) => replaceQuery({ person })),
      source: sourceColumns(look),
      best: bestColumns(look),
    };
  }, [money, isYear, taxed]);
  const { period, total, totalBefore } = report;
  if (![total, totalBefore].some(({ sales, refunded }) => sales || refunded)) {
    return (
      <div className="grid justify-items-center gap-3 rounded-lg border bg-card px-4 py-12 shadow-1">
        <p className="text-muted-foreground">No sales in this period.</p>
        {readReportPeriod(params) !== "last-month" && (
          <Button onClick={() => replaceQuery({ period: "last-month", from: "", to: "" })}>Last month</Button>
        )}
      </div>
    );
  }
  return (
    <div className={`grid gap-4 ${busy ? "opacity-60" : ""}`} aria-busy={busy}>
      <Figures report={report} />
      <ReportTable
        title="Sales by month"
        period={period}
        rows={report.months}
        keyOf={({ from }) => from}
        columns={columns.month}
      >
        <MonthBars months={report.months} earlier={isYear ? "Previous year" : "Previous period"} />
      </ReportTable>
      <ReportTable
        title="Sales by category"
        period={period}
        rows={report.categories}
        keyOf={({ category }) => category?.id ?? category?.name ?? ""}
        columns={columns.category}
      />
      <ReportTable
        title="Sales by person"
        period={period}
        hint="The salesperson. For older sales, the person who recorded them."
        rows={report.people}
        keyOf={({ person }) => person?.id ?? person?.name ?? ""}
        columns={columns.person}
      />
      <ReportTable
        title="Sales by source"
        period={period}
        hint="How the customer came into your contacts"
        rows={report.sources}
        keyOf={({ source }) => source ?? ""}
        columns={columns.source}
      />
      <ReportTable
        title="Best customers"
        period={period}
        hint="The 20 with the highest revenue"
        rows={report.best}
        keyOf={({ contact }) => contact.id}
        columns={columns.best}
      />
      <p className="text-muted-foreground text-sm">
        {`A sale counts on its own day. A refund lowers the revenue of the day it was made, as on Home. A sale with several items counts in the category of each. The average is calculated before refunds. New customers made their first purchase ever. Sales of deleted contacts count in the revenue, but not as customers. ${isYear ? "The previous year" : "The previous period"} is ${span(report.before)}.`}
      </p>
    </div>
  );
}

function span({ from, to }: { from: string; to: string }): string {
  return `${formatDate(from)} – ${formatDate(to)}`;
}

function withFrom(from: string, to: string) {
  const latest = addDays(from, MOST_REPORT_DAYS - 1);
  return { from, to: to < from ? from : to > latest ? latest : to };
}

function withTo(from: string, to: string) {
  const earliest = addDays(to, 1 - MOST_REPORT_DAYS);
  return { from: from > to ? to : from < earliest ? earliest : from, to };
}

type FiltersProps = { query: { from: string; to: string }; isRepairs: boolean };

function ReportFilters({ query, isRepairs }: FiltersProps) {
  const params = useSearchParams();
  const period = readReportPeriod(params);
  const { data: categories } = useRead("products.list", {});
  const { data: team } = useRead("team.list", {});
  const choose = (next: ReportPeriod) =>
    replaceQuery({
      period: next,
      from: next === "custom" ? query.from : "",
      to: next === "custom" ? query.to : "",
    });
  return (
    <div data-paper="no" className="flex flex-wrap items-center gap-2 phone:w-full">
      <Select
        label="Period"
        value={period}
        options={reportPeriods.map(({ key, label }) => ({ value: key, label }))}
        onChange={(next) => choose(next as ReportPeriod)}
        className="min-w-40 phone:flex-1"
      />
      {period === "custom" && (
        <span className="flex gap-2 phone:order-last phone:w-full">
          <input
            type="date"
            aria-label="From"
            value={query.from}
            min="1900-01-01"
            onChange={({ target }) => target.value && replaceQuery(withFrom(target.value, query.to))}
            className="field min-w-0 phone:flex-1"
          />
          <input
            type="date"
            aria-label="To"
            value={query.to}
            max="2999-12-31"
            onChange={({ target }) => target.value && replaceQuery(withTo(query.from, target.value))}
            className="field min-w-0 phone:flex-1"
          />
        </span>
      )}
      {!isRepairs && (
        <>
          <Select
            label="Compared with"
            value={readComparison(params)}
            options={comparisons.map((value) => ({ value, label: comparisonLabels[value] }))}
            onChange={(compare) => replaceQuery({ compare: compare === "year" ? "" : compare })}
            className="min-w-36 phone:flex-1"
          />
          <Select
            label="Category"
            value={params.get("category") ?? ""}
            options={[
              { value: "", label: "All categories" },
              ...(categories ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(category) => replaceQuery({ category })}
            className="min-w-40 max-w-60 phone:flex-1"
          />
        </>
      )}
      <Select
        label={isRepairs ? "With" : "Sold by"}
        value={params.get("person") ?? ""}
        options={[
          { value: "", label: "Everyone" },
          ...(team ?? []).map((one) => ({ value: one.id, label: fullName(one) || one.email })),
        ]}
        onChange={(person) => replaceQuery({ person })}
        className="min-w-36 max-w-60 phone:flex-1"
      />
    </div>
  );
}

type Card = {
  label: string;
  now: number | null;
  before: number | null;
  show: (value: number | null) => string;
  line?: string | null;
};

function Figures({ report: { total, totalBefore } }: { report: Report }) {
  const money = useMoney();
  const params = useSearchParams();
  const earlier = readComparison(params) === "year" ? "the year before" : "the period before";
  const amount = (value: number | null) => (value === null ? "—" : money.format(value));
  const number = (value: number | null) => formatCount(value ?? 0);
  const cards: Card[] = [
    {
      ...{ label: "Revenue", now: total.revenue, before: totalBefore.revenue, show: amount },
      line: total.tax ? `${amount(total.tax)} of it is tax` : null,
    },
    { label: "Sales", now: total.sales, before: totalBefore.sales, show: number },
    { label: "Average sale", now: total.average, before: totalBefore.average, show: amount },
    { label: "New customers", now: total.newCustomers, before: totalBefore.newCustomers, show: number },
    { label: "Returning customers", now: returning(total), before: returning(totalBefore), show: number },
  ];
  return (
    <dl className="grid grid-cols-5 gap-4 max-[68.6875rem]:grid-cols-3 phone:grid-cols-2 phone:gap-3">
      {cards.map(({ label, now, before, show, line }) => (
        <div
          key={label}
          className="min-w-0 rounded-lg border bg-card px-4 py-3.5 shadow-1 phone:px-3 phone:first:col-span-2"
        >
          <dt className="font-medium text-muted-foreground text-sm">{label}</dt>
          <dd className="mt-1 truncate font-semibold text-[1.375rem] tabular-nums leading-8 tracking-tight">
            {show(now)}
          </dd>
          <dd className="mt-1 flex flex-wrap gap-x-2 text-muted-foreground text-sm tabular-nums">
            <Change
              growth={{ now, before, salesBefore: (show === amount ? totalBefore.sales : before) ?? 0 }}
              show={show}
            />
            <span>{`${show(before)} ${earlier}`}</span>
            {line && <span className="basis-full">{line}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
