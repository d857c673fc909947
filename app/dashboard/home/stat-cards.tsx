import {
  ArrowUpRight,
  Banknote,
  CalendarCheck,
  CircleDollarSign,
  type LucideIcon,
  Send,
  TrendingDown,
  TrendingUp,
  Users,
} from "lucide-react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import type { Summary } from "#lib/contract/dashboard.ts";
import { formatCount } from "#lib/text.ts";

const UNKNOWN = "—";
type Figure = { value: string; change: number | null | undefined };

type StatCardsProps = {
  summary: Summary | undefined;
  busy: boolean;
  counts: boolean;
  low?: boolean | undefined;
};

export function StatCards({ summary, busy, counts, low = false }: StatCardsProps) {
  const money = useMoney();
  const { totalContactsCount: contacts, totalRevenue: revenue } = summary ?? {};
  const { emailsSent, appointmentsBooked } = summary ?? {};
  const figure = (value: number | null | undefined, change: Figure["change"], fixed: Figure): Figure => {
    if (value != null) return { value: formatCount(value), change };
    return summary || !counts ? fixed : { value: UNKNOWN, change: null };
  };
  return (
    <section
      aria-label="Statistics"
      aria-busy={busy}
      data-low={low || undefined}
      className="group/stats grid grid-cols-4 gap-4 aria-busy:opacity-60 max-[68.6875rem]:grid-cols-2 phone:gap-3"
    >
      <Card
        label="Total Customers"
        icon={Users}
        href="/dashboard/contacts"
        value={contacts == null ? UNKNOWN : formatCount(contacts)}
        change={summary?.contactsPercentageChange}
        spark={valuesOf(summary?.customersByDay)}
        color="chart-3"
      />
      <Card
        label="Sales Revenue"
        icon={money.currency === "USD" ? CircleDollarSign : Banknote}
        href="/dashboard/sales"
        value={revenue == null ? UNKNOWN : money.format(revenue)}
        change={summary?.revenuePercentageChange}
        spark={valuesOf(summary?.revenueByDay)}
      />
      <Card
        label="Emails Sent"
        icon={Send}
        href="/dashboard/automations"
        note={summary?.emailsKept ? `${formatCount(summary.emailsKept)} not sent` : undefined}
        {...figure(emailsSent, summary?.emailsSentPercentageChange, { value: "24,988", change: -1.39 })}
      />
      <Card
        label="Appointments Booked"
        icon={CalendarCheck}
        href="/dashboard/appointments"
        {...figure(appointmentsBooked, summary?.appointmentsBookedPercentageChange, {
          value: "1056",
          change: 10.18,
        })}
      />
    </section>
  );
}

function valuesOf(days: { amount: number | null }[] | undefined): number[] | undefined {
  return days?.map(({ amount }) => amount ?? 0);
}

type CardProps = Figure & {
  label: string;
  icon: LucideIcon;
  href: string;
  note?: string | undefined;
  spark?: number[];
  color?: "chart-1" | "chart-3";
};

function Card({ label, icon: Icon, href, value, change, note, spark, color = "chart-1" }: CardProps) {
  return (
    <PrefetchLink
      href={href}
      className="grid min-h-31 grid-cols-[auto_minmax(0,1fr)] grid-rows-[1.25rem_1fr_2rem] gap-x-3 gap-y-0.5 rounded-lg border bg-card px-4 py-3.5 shadow-1 transition-[border-color,box-shadow] duration-160 hover:border-border-strong hover:shadow-2 phone:min-h-28 phone:group-data-low/stats:min-h-24 phone:group-data-low/stats:grid-rows-[1.25rem_1.75rem_auto] phone:group-data-low/stats:px-3.5 phone:group-data-low/stats:py-2.5"
    >
      <span className="col-span-2 flex items-center gap-2 font-medium text-muted-foreground text-sm">
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="phone:hidden" />
        {label}
        <ArrowUpRight size={14} className="ml-auto opacity-55 phone:hidden" />
      </span>
      <span className="col-span-2 self-end truncate font-semibold text-[1.75rem] tabular-nums leading-8.5 tracking-tight phone:text-[1.5rem] phone:leading-7.5 phone:group-data-low/stats:text-xl">
        {value}
      </span>
      {note && change == null ? (
        <span className="col-span-2 self-end pb-0.5 text-muted-foreground text-sm">{note}</span>
      ) : (
        value !== UNKNOWN && <Change change={change} />
      )}
      {note && change != null && (
        <span className="self-end justify-self-end pb-0.5 text-muted-foreground text-sm">{note}</span>
      )}
      {spark && <Spark values={spark} color={color} />}
    </PrefetchLink>
  );
}

function Change({ change }: { change: number | null | undefined }) {
  if (change == null)
    return <span className="self-end pb-0.5 text-muted-foreground text-sm">No earlier data</span>;
  const up = change > 0;
  const Icon = up ? TrendingUp : TrendingDown;
  return (
    <span
      className={`flex items-center gap-1 self-end whitespace-nowrap pb-0.5 font-medium text-sm tabular-nums ${up ? "text-success" : "text-danger"}`}
    >
      <Icon size={14} aria-hidden="true" />
      <span className="sr-only">{up ? "Up" : "Down"} </span>
      {up && "+"}
      {formatCount(change)}%
    </span>
  );
}

function Spark({ values, color }: { values: number[]; color: "chart-1" | "chart-3" }) {
  const highest = Math.max(...values, 0);
  if (values.length < 2 || highest === 0) return null;
  const points = values.map((value, i) => ({
    x: (i / (values.length - 1)) * 90 + 2,
    y: 30 - (value / highest) * 26,
  }));
  const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
  const last = points.at(-1);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 96 32"
      className="h-8 w-24 self-end justify-self-end overflow-visible phone:hidden"
      style={{ color: `var(--${color})` }}
    >
      <polygon points={`2,32 ${line} ${last?.x},32`} className="fill-current opacity-12" />
      <polyline points={line} fill="none" strokeWidth="2" strokeLinejoin="round" className="stroke-current" />
      <circle cx={last?.x} cy={last?.y} r="3" className="fill-current" />
    </svg>
  );
}
