import { dayOf } from "./time/days.ts";

export const reportPeriods = [
  { key: "month", label: "This month" },
  { key: "", label: "Last 12 months" },
  { key: "year", label: "This year" },
  { key: "last", label: "Last year" },
  { key: "custom", label: "Custom" },
] as const;
export type ReportPeriod = (typeof reportPeriods)[number]["key"];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whole days up to today. */
export function reportQuery(params: URLSearchParams, timezone: string | undefined) {
  const period = readReportPeriod(params);
  const category = params.get("category");
  const person = params.get("person");
  const days = daysOf(period, params, dayOf(Date.now(), timezone));
  return { ...days, ...(category && { category }), ...(person && { person }) };
}

export function readReportPeriod(params: URLSearchParams): ReportPeriod {
  return reportPeriods.find(({ key }) => key === params.get("period"))?.key ?? "";
}

function daysOf(period: ReportPeriod, params: URLSearchParams, today: string) {
  const year = Number(today.slice(0, 4));
  const month = today.slice(0, 8);
  if (period === "month") return { from: `${month}01`, to: today };
  if (period === "year") return { from: `${year}-01-01`, to: today };
  if (period === "last") return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  const twelve = { from: monthsBack(today, 11), to: today };
  if (period === "") return twelve;
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  return DAY.test(from) && DAY.test(to) ? { from, to } : twelve;
}

function monthsBack(day: string, months: number): string {
  const first = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - months, 1));
  return first.toISOString().slice(0, 10);
}
