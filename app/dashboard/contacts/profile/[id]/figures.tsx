import { Cake, Heart } from "lucide-react";
import type { ReactNode } from "react";
import { useMe } from "#components/shell/use-me.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { daysUntil, formatDay, readDay, today } from "#lib/dates.ts";
import { money } from "#lib/text.ts";
import { MonthBars } from "./month-bars.tsx";
import { lastMonths, newestFirst, totalOf } from "./sums.ts";

type Props = { contact: Contact; sales: Sale[] | undefined; waiting: boolean };

/** What the contact is worth and when to think of them. Keeps the place of the bars while `waiting` for the sales. */
export function Figures({ contact, sales, waiting }: Props) {
  const { data: me } = useMe();
  const timezone = me?.timezone;
  const last = sales && newestFirst(sales)[0];
  return (
    <div className="grid gap-4 border-b p-4 md:border-t">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure label="Lifetime total" note={sales && count(sales.length)}>
          {sales ? money(totalOf(sales)) : "—"}
        </Figure>
        <Figure
          label="Last sale"
          note={last && formatDay(readDay(last.createdAt, timezone), { short: true, timezone })}
        >
          {last ? money(Number(last.cost ?? 0)) : sales ? "None yet" : "—"}
        </Figure>
        <Countdown label="Birthday" icon={Cake} date={contact.birthday} timezone={timezone} />
        <Countdown label="Anniversary" icon={Heart} date={contact.anniversary} timezone={timezone} />
      </dl>
      {waiting && <div className="h-25" />}
      {sales && sales.length > 0 && <MonthBars months={lastMonths(sales, timezone)} />}
    </div>
  );
}

function count(sales: number): string {
  return sales === 1 ? "1 sale" : `${sales} sales`;
}

function Figure({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span className="font-semibold text-lg">{children}</span>
        <span className="text-muted-foreground text-sm">{note}</span>
      </dd>
    </div>
  );
}

type CountdownProps = { label: string; icon: typeof Cake; date: string | null; timezone?: string };

/** Gold when it is near enough to act on. */
function Countdown({ label, icon: Icon, date, timezone }: CountdownProps) {
  const day = readDay(date, timezone);
  if (!day) return null;
  const days = daysUntil(day, today(timezone));
  const text = days === 0 ? "Today" : days === 1 ? "Tomorrow" : `In ${days} days`;
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className={`mt-0.5 flex items-center gap-1.5 font-medium ${days <= 30 ? "text-gold" : ""}`}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {text}
      </dd>
    </div>
  );
}
