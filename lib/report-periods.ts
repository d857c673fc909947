import { type Comparison, comparisons } from "./contract/report-terms.ts";
import { addDays, addMonths, dayOf } from "./time/days.ts";

export const reportPeriods = [
  { key: "month", label: "This month" },
  { key: "last-month", label: "Last month" },
  { key: "year", label: "This year" },
  { key: "last", label: "Last year" },
  { key: "7", label: "Last 7 days" },
  { key: "30", label: "Last 30 days" },
  { key: "", label: "Last 12 months" },
  { key: "custom", label: "Custom" },
] as const;
export type ReportPeriod = (typeof reportPeriods)[number]["key"];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const comparisonLabels: Record<Comparison, string> = {
  year: "A year earlier",
  period: "Previous period",
};

/** Whole days up to today. */
export function reportQuery(params: Pick<URLSearchParams, "get">, timezone: string | undefined) {
  const period = readReportPeriod(params);
  const category = params.get("category");
  const person = params.get("person");
  const days = daysOf(period, params, dayOf(Date.now(), timezone));
  const compare = readComparison(params);
  return {
    ...days,
    ...(category && { category }),
    ...(person && { person }),
    ...(compare !== "year" && { compare }),
  };
}

export function readComparison(params: Pick<URLSearchParams, "get">): Comparison {
  return comparisons.find((key) => key === params.get("compare")) ?? "year";
}

export function readReportPeriod(params: Pick<URLSearchParams, "get">): ReportPeriod {
  return reportPeriods.find(({ key }) => key === params.get("period"))?.key ?? "";
}

function daysOf(period: ReportPeriod, params: Pick<URLSearchParams, "get">, today: string) {
  const year = Number(today.slice(0, 4));
  const month = `${today.slice(0, 8)}01`;
  if (period === "month") return { from: month, to: today };
  if (period === "last-month") return { from: addMonths(month, -1), to: addDays(month, -1) };
  if (period === "7" || period === "30") return { from: addDays(today, 1 - Number(period)), to: today };
  if (period === "year") return { from: `${year}-01-01`, to: today };
  if (period === "last") return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  const twelve = { from: addMonths(month, -11), to: today };
  if (period === "") return twelve;
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  return DAY.test(from) && DAY.test(to) ? { from, to } : twelve;
}
