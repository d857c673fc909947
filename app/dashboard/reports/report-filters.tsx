"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { Select } from "#components/ui/select.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { MOST_REPORT_DAYS } from "#lib/contract/report-terms.ts";
import { replaceUrl } from "#lib/layers.ts";
import { type ReportPeriod, readReportPeriod, reportPeriods } from "#lib/report-periods.ts";
import { fullName } from "#lib/text.ts";
import { addDays } from "#lib/time/days.ts";

type Filter = { period?: ReportPeriod; from?: string; to?: string; category?: string; person?: string };

/** In the URL; empty ones are removed. */
export function useFilter() {
  const pathname = usePathname();
  const params = useSearchParams();
  const set = useCallback(
    (changes: Filter) => {
      const next = new URLSearchParams(window.location.search);
      for (const [key, value] of Object.entries(changes)) {
        if (value) next.set(key, value);
        else next.delete(key);
      }
      replaceUrl(next.size > 0 ? `${pathname}?${next}` : pathname);
    },
    [pathname],
  );
  return [params, set] as const;
}

/** Moves the last day if the period would be empty or too long, and vice versa. */
function beginning(from: string, to: string) {
  const latest = addDays(from, MOST_REPORT_DAYS - 1);
  return { from, to: to < from ? from : to > latest ? latest : to };
}

function ending(from: string, to: string) {
  const earliest = addDays(to, 1 - MOST_REPORT_DAYS);
  return { from: from > to ? to : from < earliest ? earliest : from, to };
}

export function ReportFilters({ query }: { query: { from: string; to: string } }) {
  const [params, set] = useFilter();
  const period = readReportPeriod(new URLSearchParams(params));
  const { data: categories } = useRead("products.list", {});
  const { data: team } = useRead("team.list", {});
  const choose = (next: ReportPeriod) =>
    set({
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
            onChange={({ target }) => target.value && set(beginning(target.value, query.to))}
            className="field min-w-0 phone:flex-1"
          />
          <input
            type="date"
            aria-label="To"
            value={query.to}
            max="2999-12-31"
            onChange={({ target }) => target.value && set(ending(query.from, target.value))}
            className="field min-w-0 phone:flex-1"
          />
        </span>
      )}
      <Select
        label="Category"
        value={params.get("category") ?? ""}
        options={[
          { value: "", label: "All categories" },
          ...(categories ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(category) => set({ category })}
        className="min-w-40 max-w-60 phone:flex-1"
      />
      <Select
        label="Sold by"
        value={params.get("person") ?? ""}
        options={[
          { value: "", label: "Everybody" },
          ...(team ?? []).map((one) => ({ value: one.id, label: fullName(one) || one.email })),
        ]}
        onChange={(person) => set({ person })}
        className="min-w-36 max-w-60 phone:flex-1"
      />
    </div>
  );
}
