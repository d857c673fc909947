import {
  ArrowUpRight,
  CalendarCheck,
  CircleDollarSign,
  type LucideIcon,
  Send,
  TrendingDown,
  TrendingUp,
  Users,
} from "lucide-react";
import { NearLink } from "#components/shell/near-link.tsx";
import type { Summary } from "#lib/contract/dashboard.ts";
import { money } from "#lib/text.ts";
import { Spark } from "./spark.tsx";

const count = new Intl.NumberFormat("en-US");

/** Emails and appointments are the fixed values of SPEC.md until a host answers real ones. */
export function StatCards({ summary }: { summary: Summary | undefined }) {
  const { totalContactsCount: contacts, totalRevenue: revenue } = summary ?? {};
  return (
    <section aria-label="Statistics" className="grid grid-cols-4 gap-4 max-[1099px]:grid-cols-2 phone:gap-3">
      <Card
        label="Total Customers"
        icon={Users}
        href="/dashboard/contacts"
        value={contacts == null ? "—" : count.format(contacts)}
        change={summary?.contactsPercentageChange}
      />
      <Card
        label="Sales Revenue"
        icon={CircleDollarSign}
        href="/dashboard/sales"
        value={revenue == null ? "—" : money(revenue)}
        change={summary?.revenuePercentageChange}
        spark={summary?.revenueByDay?.map((day) => day.amount ?? 0)}
      />
      <Card label="Emails Sent" icon={Send} href="/dashboard/automations" value="24,988" change={-1.39} />
      <Card
        label="Appointments Booked"
        icon={CalendarCheck}
        href="/dashboard/appointments"
        value="1056"
        change={10.18}
      />
    </section>
  );
}

type CardProps = {
  label: string;
  icon: LucideIcon;
  href: string;
  value: string;
  change: number | null | undefined;
  spark?: number[];
};

function Card({ label, icon: Icon, href, value, change, spark }: CardProps) {
  return (
    <NearLink
      href={href}
      className="grid min-h-31 grid-cols-[auto_minmax(0,1fr)] grid-rows-[20px_1fr_32px] gap-x-3 gap-y-0.5 rounded-lg border bg-card px-4 py-3.5 shadow-1 transition-[border-color,box-shadow] duration-160 hover:border-border-strong hover:shadow-2 phone:min-h-28"
    >
      <span className="col-span-2 flex items-center gap-2 font-medium text-muted-foreground text-sm">
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="phone:hidden" />
        {label}
        <ArrowUpRight size={14} aria-hidden="true" className="ml-auto opacity-55 phone:hidden" />
      </span>
      <span className="col-span-2 self-end truncate font-semibold text-[28px] tabular-nums leading-8.5 tracking-tight phone:text-[24px] phone:leading-7.5">
        {value}
      </span>
      <Change change={change} />
      {spark && <Spark values={spark} />}
    </NearLink>
  );
}

/** Above 0 is positive, everything else negative; the arrow and the sign say so too. */
function Change({ change }: { change: number | null | undefined }) {
  if (change == null)
    return <span className="self-end pb-0.5 text-muted-foreground text-sm">No earlier figure</span>;
  const up = change > 0;
  const Icon = up ? TrendingUp : TrendingDown;
  return (
    <span
      className={`flex items-center gap-1 self-end whitespace-nowrap pb-0.5 font-medium text-sm tabular-nums ${up ? "text-success" : "text-danger"}`}
    >
      <Icon size={14} aria-hidden="true" />
      <span className="sr-only">{up ? "Up" : "Down"} </span>
      {up && "+"}
      {count.format(change)}%
    </span>
  );
}
