"use client";
import clsx from "clsx";
import { Bell, Check, Hammer } from "lucide-react";
import { useParams, useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { isGone, MissingRecord } from "#components/missing-record.tsx";
import { hasMessage } from "#components/repairs/message.ts";
import { type Moved, nextStates, secondStates, stateLooks } from "#components/repairs/states.tsx";
import { useMove } from "#components/repairs/use-move.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Group } from "#components/ui/group.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { KeyHint } from "#components/ui/key-hint.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { Loading, Pending } from "#components/ui/states.tsx";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import { useUndoDelete } from "#components/use-restore.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import {
  type RepairState,
  readTicketNumber,
  repairStates,
  repairWords,
  ticketNumber,
} from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { Estimate, Facts, Identity, Print } from "./card.tsx";
import { History } from "./history.tsx";
import { TicketPhotos } from "./photos.tsx";
import { repairStops } from "./way.ts";

export function TicketScreen() {
  const { number: asked } = useParams<{ number: string }>();
  const number = readTicketNumber(asked);
  const [isDeleting, setDeleting] = useState(false);
  const read = useRead("repairs.ofNumber", number && !isDeleting ? { query: { number } } : null);
  if (isDeleting) return <Loading />;
  if (!number || isGone(read.error, read.data)) return <NotFound number={number} />;
  return read.data ? (
    <Ticket repair={read.data} setDeleting={setDeleting} />
  ) : (
    <>
      <ScreenTitle>{`Repair ${number}`}</ScreenTitle>
      <h1 className="sr-only">{`Repair ${number}`}</h1>
      <Pending read={read} failure={read.error && "Failed to fetch the repair"} className="min-h-96 pt-24" />
    </>
  );
}

function NotFound({ number }: { number: number | null }) {
  return (
    <MissingRecord
      kind="repair"
      record={number}
      icon={Hammer}
      href="/dashboard/repairs"
      back="Back to repairs"
    />
  );
}

const CARD = "min-w-0 border bg-card shadow-1 md:rounded-lg phone:-mx-4 phone:border-x-0";

type TicketProps = { repair: Repair; setDeleting: (isDeleting: boolean) => void };

function Ticket({ repair, setDeleting }: TicketProps) {
  const router = useRouter();
  const { move, tell, dialog } = useMove();
  const { act: remove } = useAct("repairs.delete", { undo: useUndoDelete() });
  const isPhone = useMedia(PHONE);
  const name = ticketNumber(repair);
  const { id, number } = repair;
  const mustTell = useSearchParams().has("tell");
  useEffect(() => {
    if (!mustTell) return;
    tell(id);
    router.replace(`/dashboard/repairs/${number}`);
  }, [mustTell, tell, id, number, router]);

  async function discard() {
    const text = `“${repair.name}” can be restored from the trash for 30 days.`;
    if (!(await confirm({ title: `Delete ${name}?`, text, verb: "Delete" }))) return;
    setDeleting(true);
    const { ok } = await remove({ params: { id: repair.id } });
    if (ok) router.push("/dashboard/repairs");
    else setDeleting(false);
  }

  return (
    <>
      <ScreenTitle>{`${name} ${repair.name}`}</ScreenTitle>
      <div className="grid items-start gap-4 phone:grid-cols-[minmax(0,1fr)] md:max-[68.6875rem]:grid-cols-[17.5rem_minmax(0,1fr)] min-[68.75rem]:grid-cols-[22.5rem_minmax(0,1fr)]">
        <section aria-label={name} className={`${CARD} phone:contents`}>
          <Identity repair={repair} onDelete={discard} />
          <div className="border-t phone:order-3 phone:-mx-4 phone:border-y phone:bg-card">
            <Facts repair={repair} />
            <Estimate repair={repair} />
          </div>
        </section>
        <section aria-label={`Progress of ${name}`} className={`${CARD} phone:contents`}>
          <div className="border-b phone:order-2 phone:-mx-4 phone:border-t phone:bg-card">
            <Way repair={repair} />
            <Actions repair={repair} move={move} onTell={() => tell(repair.id)}>
              {isPhone && (
                <TicketPhotos repair={repair} className="[&>label]:order-first [&>label>span]:sr-only" />
              )}
              <Print repair={repair} />
            </Actions>
          </div>
          <History repair={repair} />
        </section>
      </div>
      {dialog}
    </>
  );
}

function Way({ repair }: { repair: Repair }) {
  const { data: me } = useMe();
  const stops = repairStops(repair, me?.timezone);
  return (
    <ol
      aria-label="Where the piece is"
      style={{ gridTemplateColumns: `repeat(${stops.length}, minmax(0, 1fr))` }}
      className="grid px-4 pt-3.5 pb-3 phone:px-1 phone:py-3"
    >
      {stops.map(({ state, word = repairWords[state], is, when, by }, i) => {
        const Look = is === "done" ? Check : stateLooks[state].icon;
        return (
          <li
            key={state}
            aria-current={is === "current" ? "step" : undefined}
            className="relative grid content-start justify-items-center gap-0.5 text-center text-sm"
          >
            {i > 0 && (
              <span
                aria-hidden="true"
                className={clsx(
                  "absolute top-3.25 right-[calc(50%+20px)] left-[calc(-50%+20px)] h-0.5 rounded-full",
                  is === "ahead" ? "bg-track" : "bg-primary",
                )}
              />
            )}
            <span
              className={clsx(
                "grid size-7 place-items-center rounded-full border-[1.5px]",
                is === "current" && "border-transparent bg-primary text-primary-foreground",
                is === "done" && "border-transparent bg-primary-soft text-primary-soft-foreground",
                (is === "ahead" || is === "skipped") && "border-border-strong bg-card text-muted-foreground",
              )}
            >
              <Look size={is === "done" ? 14 : 16} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <span
              className={clsx(
                "phone:text-[0.6875rem] phone:leading-3.5",
                is === "current" ? "font-semibold" : "font-medium",
                (is === "ahead" || is === "skipped") && "text-muted-foreground",
              )}
            >
              {word}
              {is === "done" && <span className="sr-only">, done</span>}
              {is === "skipped" && <span className="sr-only">, skipped</span>}
            </span>
            <span className="min-h-4 text-muted-foreground text-xs tabular-nums phone:text-[0.6875rem] phone:leading-3.5">
              {when}
              {by && <span className="phone:hidden"> · {by}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

type Props = {
  repair: Repair;
  move: (repair: Moved, to: RepairState) => void;
  onTell: () => void;
  children: ReactNode;
};

function Actions({ repair, move, onTell, children }: Props) {
  const { state, contact } = repair;
  const next = nextStates[repair.state];
  const second = secondStates[repair.state];
  const others = repairStates.filter((state) => state !== repair.state);
  const to = (state: RepairState) => () => move(repair, state);
  return (
    <Group
      aria-label="Next step"
      data-paper="no"
      data-bar=""
      className="flex flex-wrap items-center gap-2 border-t px-4 py-3 phone:fixed phone:inset-x-0 phone:bottom-[calc(60px+env(safe-area-inset-bottom))] phone:z-20 phone:bg-card phone:py-2"
    >
      <Step state={next} onPress={to(next)} isNext />
      {second && <Step state={second} onPress={to(second)} />}
      {hasMessage(state, repair) && contact?.id && (
        <Button onClick={onTell} className="phone:w-11 phone:px-0">
          <Bell size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="phone:sr-only">
            {state === "READY" ? `Tell ${contact.name.split(" ")[0]}` : "Send the estimate"}
          </span>
        </Button>
      )}
      <Menu
        label="Other state"
        items={others.map((state) => {
          const { icon: Look, verb } = stateLooks[state];
          return {
            label: verb,
            icon: <Look size={16} strokeWidth={1.75} aria-hidden="true" />,
            onSelect: to(state),
          };
        })}
        className={buttonClass({
          variant: "ghost",
          className: "phone:w-11 phone:border phone:border-input phone:px-0",
        })}
      >
        <span className="phone:sr-only">Other state</span>
        <Icon is="chevron-down" className="size-3.5 phone:rotate-180" />
      </Menu>
      {children}
      {others.map(
        (state) =>
          state !== next &&
          state !== second && (
            <button
              key={state}
              type="button"
              hidden
              data-shortcut={stateLooks[state].key}
              onClick={to(state)}
            />
          ),
      )}
    </Group>
  );
}

type StepProps = { state: RepairState; onPress: () => void; isNext?: boolean };

function Step({ state, onPress, isNext = false }: StepProps) {
  const { icon: Look, key, verb } = stateLooks[state];
  return (
    <Button
      variant={isNext ? "primary" : "outline"}
      onClick={onPress}
      data-shortcut={key}
      className={isNext ? "phone:flex-1" : "phone:hidden"}
    >
      <Look size={16} strokeWidth={1.75} aria-hidden="true" />
      {verb}
      <KeyHint isPrimary={isNext}>{key.toUpperCase()}</KeyHint>
    </Button>
  );
}
