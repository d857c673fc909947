"use client";
import { Hammer } from "lucide-react";
import { useParams, useRouter } from "next/navigation";
import { useState } from "react";
import { useMove } from "#components/repairs/use-move.tsx";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Loading, Pending } from "#components/ui/states.tsx";
import { useUndoDelete } from "#components/use-restore.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { readTicketNumber, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { Actions } from "./actions.tsx";
import { Estimate, Facts, Identity } from "./card.tsx";
import { BeforeAfter, TicketPhotos } from "./photos.tsx";
import { Steps } from "./steps.tsx";
import { Way } from "./way.tsx";

export function TicketScreen() {
  const { number: asked } = useParams<{ number: string }>();
  const number = readTicketNumber(asked);
  const [isDeleting, setDeleting] = useState(false);
  const read = useRead("repairs.ofNumber", number && !isDeleting ? { query: { number } } : null);
  if (isDeleting) return <Loading />;
  if (!number || (!read.data && read.error?.status === 404)) return <NotFound />;
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

function NotFound() {
  return (
    <EmptyScreen
      icon={Hammer}
      title="Repair not found"
      text="The repair may have been deleted, or part of the link is missing."
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
  const name = ticketNumber(repair);

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
      <div className="grid items-start gap-4 phone:grid-cols-[minmax(0,1fr)] md:max-[1099px]:grid-cols-[280px_minmax(0,1fr)] min-[1100px]:grid-cols-[360px_minmax(0,1fr)]">
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
              <TicketPhotos repair={repair} />
            </Actions>
          </div>
          <BeforeAfter repair={repair} />
          <Steps repair={repair} />
        </section>
      </div>
      {dialog}
    </>
  );
}
