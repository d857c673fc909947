"use client";
import { Mail, NotebookText, Phone, User } from "lucide-react";
import type { ReactNode } from "react";
import { useCan } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";

const STATES: Record<string, string> = { CANCELLED: "Cancelled", NO_SHOW: "Did not come" };

/** Who booked an appointment, and what staff can do about it. */
export function Visit({ id, onDone }: { id: string; onDone: () => void }) {
  const can = useCan();
  const { data: booking } = useRead("bookings.get", can("bookings.get") ? { params: { id } } : null);
  const cancel = useAct("bookings.cancel");
  const miss = useAct("bookings.markNoShow");
  if (!booking) return null;
  const { name, email, phoneNumber, note, status, startsAt } = booking;
  const hasBegun = Date.parse(startsAt ?? "") <= Date.now();

  async function askToCancel() {
    const question = {
      title: "Cancel this appointment?",
      text: `${name} is told by email, and the time is free again.`,
      verb: "Cancel appointment",
      cancel: "Keep it",
    };
    if ((await confirm(question)) && (await cancel.act({ params: { id } })).ok) onDone();
  }

  return (
    <div className="grid w-full gap-3">
      <dl className="grid grid-cols-[16px_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 px-1">
        <Fact icon={User} label="Visitor">
          {name}
        </Fact>
        <Fact icon={Mail} label="Email">
          <a className="link break-all" href={`mailto:${email}`}>
            {email}
          </a>
        </Fact>
        {phoneNumber && (
          <Fact icon={Phone} label="Phone number">
            <a className="link" href={`tel:${phoneNumber}`}>
              {phoneNumber}
            </a>
          </Fact>
        )}
        {note && (
          <Fact icon={NotebookText} label="Note">
            <span className="whitespace-pre-line break-words">{note}</span>
          </Fact>
        )}
      </dl>
      {STATES[status] && <p className="px-1 font-medium">{STATES[status]}</p>}
      {status === "CONFIRMED" && (
        <div className="flex flex-wrap gap-2">
          {!hasBegun && can("bookings.cancel") && (
            <Button busy={cancel.pending} onClick={askToCancel}>
              Cancel appointment
            </Button>
          )}
          {hasBegun && can("bookings.markNoShow") && (
            <Button
              busy={miss.pending}
              onClick={async () => {
                if ((await miss.act({ params: { id } })).ok) onDone();
              }}
            >
              No-show
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Fact({ icon: Icon, label, children }: { icon: typeof User; label: string; children: ReactNode }) {
  return (
    <>
      <dt className="self-start pt-0.5 text-muted-foreground">
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
