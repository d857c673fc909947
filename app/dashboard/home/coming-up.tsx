"use client";
import clsx from "clsx";
import { Cake } from "lucide-react";
import { Badge } from "#components/ui/badge.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { daysUntil, readDay, today } from "#lib/dates.ts";
import { type Coming, ComingUpRow } from "./coming-up-row.tsx";
import { Panel } from "./panel.tsx";

/** Who to congratulate and who is expected in the next two weeks. Its errors stay silent, as those of the figures. */
export function ComingUp({ timezone, wide }: { timezone: string | undefined; wide: boolean }) {
  const { data, error } = useRead("dashboard.comingUp", {});
  const now = today(timezone);
  const rows = data?.flatMap((row): Coming[] => {
    const date = readDay(row.startsAt ?? row.day, timezone);
    return date ? [{ ...row, date, daysAway: daysUntil(date, now) }] : [];
  });
  return (
    <Panel title="Coming up" aside={<Today rows={rows ?? []} />} className={wide ? "col-span-full" : ""}>
      {!rows && error && <p className="px-4 pb-6 text-muted-foreground">—</p>}
      {rows?.length === 0 && (
        <p className="px-4 pb-6 text-muted-foreground">
          No birthdays, anniversaries or appointments in the next two weeks.
        </p>
      )}
      <ul
        className={clsx(
          "grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-x-4 gap-y-0.5 px-2 pb-2",
          wide && "md:grid-cols-[repeat(2,minmax(0,1fr))]",
        )}
      >
        {rows?.map((row) => (
          <ComingUpRow
            key={`${row.kind} ${row.day} ${row.startsAt} ${row.contact?.id}`}
            coming={row}
            timezone={timezone}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** How many there are to congratulate today; nothing where today's may not all be among the rows. */
function Today({ rows }: { rows: Coming[] }) {
  const occasions = rows.filter(({ kind }) => kind !== "appointment");
  const count = occasions.filter(({ daysAway }) => daysAway === 0).length;
  if (count === 0 || count === occasions.length) return null;
  return (
    <Badge tone="gold">
      <Cake size={12} aria-hidden="true" />
      {count} today
    </Badge>
  );
}
