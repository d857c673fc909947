"use client";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { NearLink } from "#components/shell/near-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { useSetup } from "#components/use-setup.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";
import { periodQuery, periods, periodText, readPeriod } from "#lib/periods.ts";
import { ComingUp } from "./coming-up.tsx";
import { daySales } from "./day-sales.ts";
import { FirstSteps } from "./first-steps.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { RecentCustomers } from "./recent-customers.tsx";
import { RevenueByDay } from "./revenue-by-day.tsx";
import { SetupLine } from "./setup-line.tsx";
import { StatCards } from "./stat-cards.tsx";

/** Statistics of a period. The call's errors stay silent (SPEC.md): the last values stay, or a dash. */
export function Home() {
  const { data: me } = useMe();
  const [value, setPeriod] = useUrlState("period");
  const period = readPeriod(value);
  const query = periodQuery(period, me?.timezone);
  const { data: summary } = useRead("dashboard.summary", me ? { query } : null);
  const days = summary && daySales(summary);
  const hasComingUp = useCan()("dashboard.comingUp");
  const { data: setup } = useSetup();
  const isDue = setup?.isDue ?? false;
  const router = useRouter();
  useEffect(() => {
    if (isDue) router.replace("/dashboard/setup");
  }, [isDue, router]);
  const customers = <RecentCustomers customers={summary?.topContacts} timezone={me?.timezone} />;

  return (
    <>
      <ScreenTitle>Dashboard</ScreenTitle>
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-50 flex-1 phone:min-w-0">
          <h1>Statistics</h1>
          <p className="mt-0.5 text-muted-foreground" suppressHydrationWarning>
            {periodText(query)}
            {me?.timezone && ` · ${me.timezone}`}
          </p>
        </div>
        <fieldset className="inline-flex gap-0.5 rounded-[10px] border bg-muted p-0.75 phone:order-3 phone:w-full">
          <legend className="sr-only">Period</legend>
          {periods.map(({ key, label }, index) => (
            <button
              key={key}
              type="button"
              data-shortcut={index + 1}
              aria-pressed={key === period}
              onClick={() => setPeriod(key === "7" ? "" : key)}
              className="h-7 rounded-[7px] px-3 font-medium text-muted-foreground text-sm aria-pressed:bg-card aria-pressed:text-foreground aria-pressed:shadow-1 aria-pressed:ring-1 aria-pressed:ring-border dark:aria-pressed:bg-accent phone:h-11 phone:flex-1 phone:px-1 pointer-coarse:h-11"
            >
              {label}
            </button>
          ))}
        </fieldset>
        <NearLink
          href="/dashboard/sales?new=true"
          data-shortcut="n"
          className={buttonClass({ variant: "primary" })}
        >
          <Plus size={16} aria-hidden="true" />
          New Sale
        </NearLink>
      </header>
      <SetupLine setup={setup} />
      <FirstSteps me={me} summary={summary} />
      <StatCards summary={summary} counts={hasComingUp !== false} />
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-4 max-[1099px]:grid-cols-[minmax(0,1fr)]">
        {days ? (
          <>
            <RevenueByDay days={days} />
            {customers}
            <RecentActivity sales={summary?.recentPurchases} className={hasComingUp ? "" : "col-span-full"} />
          </>
        ) : (
          <>
            <RecentActivity sales={summary?.recentPurchases} />
            {customers}
          </>
        )}
        {hasComingUp && <ComingUp timezone={me?.timezone} wide={!days} />}
      </div>
    </>
  );
}
