"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { mayLeave } from "#components/shell/leave-guard.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Empty, Failed, Loading } from "#components/ui/states.tsx";
import { useSetup } from "#components/use-setup.ts";
import { useAct } from "#lib/api/use-act.ts";
import { type SetupStep, setupSteps } from "#lib/contract/setup.ts";
import { HoursStep } from "./hours-step.tsx";
import { StepList } from "./step-list.tsx";
import { CategoriesStep, TeamStep, TimezoneStep } from "./steps.tsx";

const HOME = "/dashboard";
const screens = { timezone: TimezoneStep, hours: HoursStep, categories: CategoriesStep, team: TeamStep };

/** What a new store is asked. Each step saves on its own, and any of them can wait. */
export function Setup() {
  const router = useRouter();
  const { data: me } = useMe();
  const { isOffered, data, error, isValidating, mutate } = useSetup();
  const { act, pending } = useAct("setup.mark");
  const [wanted, setWanted] = useUrlState("step");
  const [isOpened, setOpened] = useState(false);
  const marks = data?.steps ?? {};
  // The first that is open, as it was when the screen came up: a step does not go away under what is done in it.
  const begin = useRef<SetupStep>(undefined);
  if (data) begin.current ??= setupSteps.find((step) => !marks[step]) ?? "timezone";
  const current = setupSteps.find((step) => step === wanted) ?? begin.current ?? "timezone";
  const isDue = data?.isDue ?? false;

  useEffect(() => {
    if (!isDue) return;
    // At once, so that Home does not send the person back here.
    mutate((setup) => setup && { ...setup, isDue: false }, { revalidate: false });
    act({ body: { isSeen: true } });
  }, [isDue, mutate, act]);

  if (isOffered === false) {
    return (
      <>
        <ScreenTitle>Set-up</ScreenTitle>
        <Empty text="There is nothing to set up here" hint="A store is set up by its owner and admins.">
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

  /** On to the next open step; without one the set-up is at its end. */
  async function goOn(isLeft: boolean) {
    const at = setupSteps.indexOf(current);
    const after = [...setupSteps.slice(at + 1), ...setupSteps.slice(0, at)];
    const next = after.find((step) => !marks[step]) ?? (isLeft ? setupSteps[at + 1] : undefined);
    if (next) return open(next);
    if ((await act({ body: { isOver: true } })).ok) router.push(HOME);
  }

  const isLast = setupSteps.every((step) => step === current || marks[step]);
  const Step = screens[current];
  return (
    <>
      <ScreenTitle>Set-up</ScreenTitle>
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h1>{me ? `Welcome, ${me.firstName}` : "Welcome"}</h1>
          <p className="mt-0.5 text-muted-foreground">Four short steps, each can wait. About four minutes.</p>
        </div>
        {data && !data.isOver && (
          <Button
            variant="ghost"
            busy={pending}
            className="text-primary-soft-foreground"
            onClick={async () => {
              if (pending || !(await mayLeave())) return;
              if ((await act({ body: { isOver: true } })).ok) router.push(HOME);
            }}
          >
            Skip set-up
          </Button>
        )}
      </header>
      <section
        aria-label="Set-up"
        className="grid rounded-lg border bg-card shadow-1 min-[1100px]:grid-cols-[296px_minmax(0,1fr)]"
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
          <div className="min-[1100px]:col-span-2">
            {error && !isValidating ? (
              <Failed text={error.message} onRetry={() => void mutate()} />
            ) : (
              <Loading />
            )}
          </div>
        )}
      </section>
    </>
  );
}
