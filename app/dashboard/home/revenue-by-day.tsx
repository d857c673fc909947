"use client";
import { ChartColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { money } from "#lib/text.ts";
import { DayBars } from "./day-bars.tsx";
import type { DaySales } from "./day-sales.ts";
import { DayTable } from "./day-table.tsx";
import { Panel } from "./panel.tsx";

/** What each day brought in as bars, or as a table where someone wants to read it. */
export function RevenueByDay({ days }: { days: DaySales[] }) {
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? ChartColumn : Table2;
  const total = days.reduce((sum, day) => sum + day.revenue, 0);
  return (
    <Panel
      title="Revenue by day"
      aside={
        <>
          <span className="text-muted-foreground">
            Total <b className="font-semibold text-foreground tabular-nums">{money(total)}</b>
          </span>
          <IconButton
            row
            label={asTable ? "Show as bars" : "Show as a table"}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      {asTable ? <DayTable days={days} /> : <DayBars days={days} total={total} />}
    </Panel>
  );
}
