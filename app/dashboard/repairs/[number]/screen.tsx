"use client";
import { Hammer } from "lucide-react";
import { useParams, useRouter } from "next/navigation";
import { useState } from "react";
import { nextStates, secondStates, stateLooks } from "#components/repairs/states.tsx";
import { useMove } from "#components/repairs/use-move.tsx";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { Loading, Pending } from "#components/ui/states.tsx";
import { useUndoDelete } from "#components/use-restore.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { type RepairState, repairStates, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { PieceCard } from "./piece-card.tsx";
import { Timeline } from "./timeline.tsx";
import { Way } from "./way.tsx";

export function TicketScreen() {
  const { number } = useParams<{ number: string }>();
  const isNumber = /^[1-9]\d{0,8}$/.test(number);
  // A deleted repair isn't read again while the list loads.
  const [isDeleting, setDeleting] = useState(false);
  const wanted = isNumber && !isDeleting;
  const read = useRead("repairs.ofNumber", wanted ? { query: { number: Number(number) } } : null);
  const { data, error } = read;
  if (isDeleting) return <Loading />;
  if (!isNumber || (!data && (error?.status === 404 || error?.status === 400))) return <NotFound />;
  if (!data) return <Pending read={read} failure="Failed to fetch the repair" className="min-h-96" />;
  return <Ticket repair={data} setDeleting={setDeleting} />;
}

function NotFound() {
  return (
    <EmptyScreen
      icon={Hammer}
      title="Repair not found"
      text="The repair may have been deleted, or the number is wrong."
      href="/dashboard/repairs"
      back="Back to repairs"
    />
  );
}

type TicketProps = { repair: Repair; setDeleting: (isDeleting: boolean) => void };

function Ticket({ repair, setDeleting }: TicketProps) {
  const { move, dialog } = useMove();
  const name = `${ticketNumber(repair.number)} ${repair.name}`;
  const to = (state: RepairState) => move(repair, state);
  return (
    <>
      <ScreenTitle>{name}</ScreenTitle>
      <div className="grid items-start gap-4 min-[1100px]:grid-cols-[360px_minmax(0,1fr)]">
        <PieceCard repair={repair} menu={<More repair={repair} setDeleting={setDeleting} />} />
        <section
          aria-label="Progress"
          className="min-w-0 rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0"
        >
          <Way repair={repair} />
          <NextSteps state={repair.state} to={to} />
          <Timeline repair={repair} />
        </section>
      </div>
      {dialog}
    </>
  );
}

type NextProps = { state: RepairState; to: (state: RepairState) => void };

/** The likely steps as buttons, all of them by key. */
function NextSteps({ state, to }: NextProps) {
  const next = nextStates[state];
  const second = secondStates[state];
  const others = repairStates.filter((one) => one !== state && one !== next && one !== second);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex box in all browsers
    <div role="group" aria-label="Next step" className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
      <Step state={next} to={to} variant="primary" />
      {second && <Step state={second} to={to} />}
      {others.map((one) => (
        <button key={one} type="button" hidden data-shortcut={stateLooks[one].key} onClick={() => to(one)} />
      ))}
      <Menu
        label="Other state"
        items={others.map((one) => {
          const { icon: StateIcon, verb } = stateLooks[one];
          return { label: verb, icon: <StateIcon size={16} aria-hidden="true" />, onSelect: () => to(one) };
        })}
        className={buttonClass({ variant: "ghost" })}
      >
        Other state
        <Icon is="chevron-down" className="size-3.5" />
      </Menu>
    </div>
  );
}

type StepProps = { state: RepairState; to: (state: RepairState) => void; variant?: "primary" };

function Step({ state, to, variant }: StepProps) {
  const { icon: StateIcon, verb, key } = stateLooks[state];
  return (
    <Button variant={variant} data-shortcut={key} onClick={() => to(state)} className="phone:flex-1">
      <StateIcon size={16} aria-hidden="true" />
      {verb}
      <kbd className="pointer-coarse:hidden">{key.toUpperCase()}</kbd>
    </Button>
  );
}

function More({ repair: { id, number, name }, setDeleting }: TicketProps) {
  const router = useRouter();
  const { act } = useAct("repairs.delete", { undo: useUndoDelete() });
  const ticket = ticketNumber(number);
  async function onDelete() {
    const text = `“${name}” can be restored from the trash for 30 days.`;
    if (!(await confirm({ title: `Delete ${ticket}?`, text, verb: "Delete" }))) return;
    setDeleting(true);
    const done = await act({ params: { id } });
    if (done.ok) router.push("/dashboard/repairs");
    else setDeleting(false);
  }
  return (
    <Menu
      label={`More for ${ticket}`}
      items={[{ label: "Delete", icon: <Icon is="trash" />, danger: true, onSelect: () => void onDelete() }]}
      className="row-action icon-ellipsis before:size-4.5"
    />
  );
}
