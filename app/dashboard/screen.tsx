"use client";
import { Check, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { IntegrationNeeded } from "#components/shell/notices.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe, useSetup } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { useComplete } from "#lib/api/complete.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Summary } from "#lib/contract/dashboard.ts";
import { remindedStep, type Setup, type SetupStep } from "#lib/contract/setup.ts";
import type { Me } from "#lib/contract/users.ts";
import { periodQuery, periods, periodText, readPeriod } from "#lib/periods.ts";
import { Panel, RecentActivity, RecentCustomers } from "./home/panels.tsx";
import { daySales, RevenueByDay } from "./home/revenue-by-day.tsx";
import { StatCards } from "./home/stat-cards.tsx";
import { TodayPanel } from "./home/today-panel.tsx";

const HeldPanel = part(() => import("./home/held.tsx"), "HeldPanel");

/** Failed reads show no error (SPEC.md): the last values stay, or a dash. */
export function HomeScreen() {
  const { data: me } = useMe();
  const [value, setPeriod] = useUrlState("period");
  const period = readPeriod(value);
  const query = periodQuery(period, me?.timezone);
  const { data: summary, isLoading, error } = useRead("dashboard.summary", me ? { query } : null);
  const busy = useDelayed(isLoading && summary !== undefined);
  const days = summary && daySales(summary);
  const complete = useComplete();
  const { data: setup } = useSetup();
  const isDue = setup?.isDue ?? false;
  const may = useMay();
  const router = useRouter();
  useEffect(() => {
    if (isDue) router.replace("/dashboard/setup");
  }, [isDue, router]);
  const isFirst = isLoading && !summary && !error;
  const panel = { busy, isLoading: isFirst };
  const customers = <RecentCustomers {...panel} customers={summary?.topContacts} timezone={me?.timezone} />;
  const activity = <RecentActivity {...panel} sales={summary?.recentPurchases} />;

  return (
    <>
      <ScreenTitle>Dashboard</ScreenTitle>
      <IntegrationNeeded />
      {me?.isHeld && may("backups.release") && <HeldPanel timezone={me.timezone} />}
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-50 flex-1 phone:min-w-0">
          <h1>Statistics</h1>
          <p className="mt-0.5 text-muted-foreground" suppressHydrationWarning>
            {periodText(query)}
            {me?.timezone && ` · ${me.timezone}`}
          </p>
        </div>
        <Segments
          aria-label="Period"
          numbered
          choices={periods.map(({ key, label }) => [key, label] as const)}
          value={period}
          onChoose={(key) => setPeriod(key === "7" ? "" : key)}
          className="phone:order-3 phone:[&>button]:px-1"
        />
        <PrefetchLink
          href="/dashboard/sales?new=true"
          data-shortcut="n"
          className={buttonClass({ variant: "primary" })}
        >
          <Plus size={16} />
          New Sale
        </PrefetchLink>
      </header>
      {me?.isDemo && !me.demoUntil && <DemoLine />}
      <SetupLine setup={setup} />
      {!(setup && remindedStep(setup)) && <FirstSteps me={me} summary={summary} />}
      <StatCards summary={summary} busy={busy} counts={complete !== false} low={complete} />
      {complete ? (
        <>
          <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-4 max-[68.6875rem]:grid-cols-[minmax(0,1fr)]">
            <TodayPanel />
            <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
              {/* Nothing moves when figures arrive. */}
              {period !== "all" && <RevenueByDay days={days} {...panel} />}
              {customers}
            </div>
          </div>
          {activity}
        </>
      ) : (
        <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-4 max-[68.6875rem]:grid-cols-[minmax(0,1fr)]">
          {activity}
          {customers}
        </div>
      )}
    </>
  );
}

function DemoLine() {
  const may = useMay()("auth.startStore");
  const { act, pending } = useAct("auth.startStore");

  async function start() {
    const outcome = await act({});
    // The host may give another origin, but the setup page is on this one.
    const link = outcome.ok && URL.canParse(outcome.answer.link) && new URL(outcome.answer.link);
    if (link) window.location.assign(link.pathname + link.search);
  }

  return (
    <section
      aria-label="Demo store"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border bg-card p-4 shadow-1"
    >
      <div className="min-w-0 flex-1 basis-80">
        <h2>This is the demo store</h2>
        <p className="text-muted-foreground">Its customers and sales are made up. Try anything you like.</p>
      </div>
      {may && (
        <Button busy={pending} onClick={start} className="phone:w-full">
          Start my own store
        </Button>
      )}
    </section>
  );
}

const reminders: Record<SetupStep, string> = {
  you: "enter your name",
  store: "check your store’s name and money",
  hours: "add opening hours",
  mail: "connect your email",
  team: "invite your team",
  customers: "bring your customers",
  kind: "choose your kind of store",
};

function SetupLine({ setup }: { setup: Setup | undefined }) {
  const { act, pending } = useAct("setup.mark");
  const next = setup && remindedStep(setup);
  if (!next) return null;
  return (
    <section
      aria-label="Setup"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-primary-soft px-4 py-2.5 text-primary-soft-foreground"
    >
      <p className="min-w-0 flex-1 basis-60 font-medium">{`Setup: ${reminders[next]}`}</p>
      <Button variant="ghost" busy={pending} onClick={() => !pending && act({ body: { isHidden: true } })}>
        Later
      </Button>
      <PrefetchLink href={`/dashboard/setup?step=${next}`} className={buttonClass({ variant: "primary" })}>
        Continue
      </PrefetchLink>
    </section>
  );
}

function FirstSteps({ me, summary }: { me: Me | undefined; summary: Summary | undefined }) {
  const contacts = summary?.totalContactsCount ?? null;
  const quiet = summary?.recentPurchases.length === 0;
  // A period without sales may be quiet, so the newest sale decides.
  const { data: sales } = useRead("sales.list", quiet && contacts ? NEWEST : null);
  const isNew = quiet && (contacts === 0 || (contacts !== null && sales?.length === 0));
  if (!me || !isNew) return null;

  const isUnsent = me.emails === "kept" || me.emails === "waiting";
  const steps = [
    {
      title: "Connect your email",
      hint: isUnsent
        ? "Emails are not sent until you connect an account."
        : "Emails to your customers are sent from your own address.",
      href: "/dashboard/settings/integrations",
      done: me.isEmailIntegrationComplete && !isUnsent,
    },
    {
      title: "Add your first contact",
      hint: "Add a birthday so you don’t miss it.",
      href: "/dashboard/contacts?new=true",
      done: contacts > 0,
    },
    {
      title: "Record your first sale",
      hint: "It appears on this page right away.",
      href: "/dashboard/sales?new=true",
      done: false,
    },
  ];
  return (
    <Panel
      title="Get started"
      aside={
        <span className="text-muted-foreground text-sm">
          {steps.filter((step) => step.done).length} of {steps.length} done
        </span>
      }
    >
      <ol className="grid grid-cols-3 gap-2 px-2 pb-2 max-[68.6875rem]:grid-cols-1">
        {steps.map((step, index) => (
          <Step key={step.title} {...step} number={index + 1} />
        ))}
      </ol>
    </Panel>
  );
}

const NEWEST = { query: { page: 1, limit: 1, sort: "createdAt:desc" } } as const;

type StepProps = { number: number; title: string; hint: string; href: string; done: boolean };

function Step({ number, title, hint, href, done }: StepProps) {
  const content = (
    <>
      <span
        aria-hidden="true"
        className={`grid size-8 shrink-0 place-items-center rounded-full font-semibold text-sm ${done ? "bg-success-soft text-success" : "bg-primary-soft text-primary-soft-foreground"}`}
      >
        {done ? <Check size={16} /> : number}
      </span>
      <span className="min-w-0">
        <b className="block font-medium">{title}</b>
        <span className="block text-muted-foreground text-sm">{done ? "Done" : hint}</span>
      </span>
    </>
  );
  return (
    <li>
      {done ? (
        <span className="flex min-h-14 items-center gap-3 p-2">{content}</span>
      ) : (
        <PrefetchLink
          href={href}
          className="flex min-h-14 items-center gap-3 rounded-md p-2 transition-colors duration-100 hover:bg-accent"
        >
          {content}
        </PrefetchLink>
      )}
    </li>
  );
}
