"use client";
import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { mayLeave } from "#components/shell/leave-guard.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe, useSetup } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Empty, Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { type SetupMarks, type SetupStep, setupSteps } from "#lib/contract/setup.ts";
import { KindStep } from "./kind-step.tsx";
import { CustomersStep, HoursStep, MailStep, YouStep } from "./steps.tsx";
import { StoreStep } from "./store-step.tsx";
import { TeamStep } from "./team-step.tsx";

const HOME = "/dashboard";
const screens = {
  you: YouStep,
  store: StoreStep,
  hours: HoursStep,
  team: TeamStep,
  customers: CustomersStep,
  mail: MailStep,
  kind: KindStep,
};

export function SetupScreen() {
  const router = useRouter();
  const { data: me } = useMe();
  const read = useSetup();
  const { isOffered, data, mutate } = read;
  const { act } = useAct("setup.mark");
  const { act: end, pending } = useAct("setup.mark");
  const [wanted, setWanted] = useUrlState("step");
  const [isOpened, setOpened] = useState(false);
  const marks = data?.steps ?? {};
  // The first open step when the screen appeared, so a step doesn't vanish while in use.
  const begin = useRef<SetupStep>(undefined);
  if (data) begin.current ??= setupSteps.find((step) => !marks[step]) ?? "you";
  const current = setupSteps.find((step) => step === wanted) ?? begin.current ?? "you";
  const isDue = data?.isDue ?? false;

  useEffect(() => {
    if (!isDue) return;
    mutate((setup) => setup && { ...setup, isDue: false }, { revalidate: false });
    act({ body: { isSeen: true } });
  }, [isDue, mutate, act]);

  if (isOffered === false) {
    return (
      <>
        <ScreenTitle>Setup</ScreenTitle>
        <Empty text="There is nothing to set up here" hint="Only the owner and admins can set up the store.">
          <Link href={HOME} className={buttonClass()}>
            Dashboard
          </Link>
        </Empty>
      </>
    );
  }

  function open(step: SetupStep) {
    setOpened(true);
    setWanted(step);
  }

  async function mark(as: "done" | "skipped") {
    return (await act({ body: { steps: { [current]: as } } })).ok;
  }

  async function finish() {
    if ((await end({ body: { isOver: true } })).ok) router.push(HOME);
  }

  async function goOn(isLeft: boolean) {
    const at = setupSteps.indexOf(current);
    const after = [...setupSteps.slice(at + 1), ...setupSteps.slice(0, at)];
    const next = after.find((step) => !marks[step]) ?? (isLeft ? setupSteps[at + 1] : undefined);
    if (next) open(next);
    else await finish();
  }

  const isLast = setupSteps.every((step) => step === current || marks[step]);
  const Step = screens[current];
  return (
    <>
      <ScreenTitle>Setup</ScreenTitle>
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h1>{me?.organizationName ? `Set up ${me.organizationName}` : "Setup"}</h1>
          <p className="mt-0.5 text-muted-foreground">
            Seven short steps, about six minutes. Stop any time; finished steps are saved.
          </p>
        </div>
        {data && !data.isOver && (
          <Button
            variant="ghost"
            busy={pending}
            className="text-primary-soft-foreground"
            onClick={async () => !pending && (await mayLeave()) && finish()}
          >
            Finish later
          </Button>
        )}
      </header>
      <section
        aria-label="Setup"
        className="grid rounded-lg border bg-card shadow-1 min-[68.75rem]:grid-cols-[18.5rem_minmax(0,1fr)]"
      >
        {data ? (
          <>
            <StepList
              current={current}
              marks={marks}
              onOpen={async (step) => {
                if (step !== current && (await mayLeave())) open(step);
              }}
            />
            <Step
              key={current}
              isOpened={isOpened}
              isDone={marks[current] === "done"}
              isLast={isLast}
              onDone={async () => void (await mark("done"))}
              onLeave={async (saved) => {
                if (saved ? await mark("done") : await mayLeave()) await goOn(!saved);
              }}
              onSkip={async () => {
                if ((await mayLeave()) && (await mark("skipped"))) await goOn(false);
              }}
            />
          </>
        ) : (
          <div className="min-[68.75rem]:col-span-2">
            <Pending read={read} />
          </div>
        )}
      </section>
    </>
  );
}

const stepTitles: Record<SetupStep, { title: string; hint: string }> = {
  you: { title: "You", hint: "Your name" },
  store: { title: "Your store", hint: "Country, time and currency" },
  hours: { title: "Opening hours", hint: "When customers can come" },
  mail: { title: "Mail and calendar", hint: "Send, receive and book" },
  team: { title: "Your team", hint: "Invite your colleagues" },
  customers: { title: "Your customers", hint: "Import a file, or add the first" },
  kind: { title: "Kind of store", hint: "Categories, fields, templates" },
};

const states = { done: "done", skipped: "skipped", open: "" };
const looks = {
  done: "bg-success-soft text-success",
  skipped: "border border-border-strong text-muted-foreground",
  open: "border border-border-strong text-muted-foreground",
};

type Props = { current: SetupStep; marks: SetupMarks; onOpen: (step: SetupStep) => void };

function StepList({ current, marks, onOpen }: Props) {
  const index = setupSteps.indexOf(current);
  const next = setupSteps[index + 1];
  return (
    <nav
      aria-label="Setup steps"
      className="grid content-start gap-1 border-b p-3 min-[68.75rem]:border-r min-[68.75rem]:border-b-0 phone:px-4"
    >
      <p className="flex justify-between gap-3 text-sm min-[68.75rem]:hidden" aria-hidden="true">
        <span className="font-semibold">{`Step ${index + 1} of ${setupSteps.length}`}</span>
        {next && <span className="text-muted-foreground">Next: {stepTitles[next].title.toLowerCase()}</span>}
      </p>
      <ol className="grid grid-cols-7 gap-1.5 min-[68.75rem]:grid-cols-1">
        {setupSteps.map((step, at) => {
          const state = marks[step] ?? "open";
          const isCurrent = step === current;
          const { title, hint } = stepTitles[step];
          return (
            <li key={step}>
              <button
                type="button"
                aria-current={isCurrent ? "step" : undefined}
                onClick={() => onOpen(step)}
                className="group flex w-full items-start gap-3 rounded-md text-left hover:bg-accent aria-[current]:bg-primary-soft max-[68.6875rem]:h-11 max-[68.6875rem]:items-center max-[68.6875rem]:justify-center min-[68.75rem]:p-3"
              >
                <span
                  aria-hidden="true"
                  className={clsx(
                    "grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs",
                    isCurrent ? "bg-primary text-primary-foreground" : looks[state],
                  )}
                >
                  {state === "done" ? (
                    <Check size={14} strokeWidth={2.5} />
                  ) : state === "skipped" ? (
                    <Minus size={14} strokeWidth={2.5} />
                  ) : (
                    at + 1
                  )}
                </span>
                <span className="min-w-0 phone:sr-only">
                  <b className="block font-medium group-aria-[current]:text-primary-soft-foreground">
                    {title}
                    {states[state] && <span className="sr-only">{` (${states[state]})`}</span>}
                  </b>
                  <span className="block text-muted-foreground text-sm group-aria-[current]:text-primary-soft-foreground max-[68.6875rem]:hidden">
                    {hint}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
