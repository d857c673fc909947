import * as Popover from "@radix-ui/react-popover";
import clsx from "clsx";
import {
  CalendarDays,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  Clock,
  Globe,
  Mail,
  MessageCircleQuestion,
  NotebookText,
  Phone,
  User,
  UserRound,
  X,
} from "lucide-react";
import { type ReactNode, useId } from "react";
import { Answers } from "#components/answers.tsx";
import { BookingState } from "#components/booking-state.tsx";
import { ContactLink } from "#components/contact-link.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { Button, buttonClass, IconButton } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmailText } from "#components/ui/email-text.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Appointment } from "#lib/calendar/appointments.ts";
import { allowedText, datesText, durationText, shortTimeText } from "#lib/calendar/words.ts";
import type { Booking } from "#lib/contract/bookings.ts";
import { linksOf } from "#lib/person.ts";
import { MoveDialog } from "./lazy-move-dialog.ts";

type Props = {
  appointment: Appointment;
  timezone: string;
  anchor: HTMLElement;
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
  onClose: () => void;
  onReturnFocus: () => void;
  onMove: (booking: Booking) => void;
  onText: (contactId: string) => void;
};

export function DetailsCard({ appointment, timezone, anchor, open, ...on }: Props) {
  const title = useId();
  const { booking, of } = appointment;
  const allowed = of?.visit ? allowedText(of.visit) : "";
  const phone = useMedia(PHONE);
  const time = shortTimeText(appointment, timezone);
  const copied = [appointment.title, datesText(appointment, timezone), `${time} (${timezone})`];
  const copy = <CopyButton text={copied.join("\n")} />;
  const isOwn = (target: EventTarget | null) =>
    target instanceof Element && (anchor.contains(target) || target.closest("[role=alertdialog]") !== null);
  return (
    <Popover.Root open onOpenChange={(next) => !next && on.onClose()}>
      <Popover.Anchor virtualRef={{ current: anchorCorner(anchor) }} />
      <Popover.Portal>
        <Popover.Content
          side={phone ? "bottom" : "right"}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          sticky="always"
          {...(open ? { "aria-labelledby": title } : { role: "presentation" })}
          onPointerEnter={on.onStay}
          onPointerLeave={on.onLeave}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (open && event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Keep the focus where a press outside has put it.
            if (open && document.activeElement === document.body) on.onReturnFocus();
          }}
          onKeyDown={(event) => event.key === "Escape" && on.onClose()}
          onInteractOutside={(event) => isOwn(event.target) && event.preventDefault()}
          className={clsx(
            "floating relative z-40 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-24px)] animate-pop overflow-y-auto overscroll-contain outline-none",
            open && booking ? "w-96" : "w-80",
          )}
        >
          <header className="sticky top-0 flex items-start gap-2 bg-popover py-2 pr-2 pl-4">
            <h2 id={title} className="min-w-0 flex-1 break-words py-1.5 pointer-coarse:py-2.75">
              {appointment.title}
            </h2>
            {open && <Neighbours of={anchor} />}
            {open && <IconButton row icon={X} size={18} label="Close" onClick={on.onClose} />}
          </header>
          <dl className="grid grid-cols-[16px_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 px-4 pb-4 tabular-nums">
            <Fact icon={CalendarDays} label="Date">
              {datesText(appointment, timezone)}
            </Fact>
            <Fact icon={Clock} label="Time">
              {appointment.allDay ? time : `${time} · ${durationText(appointment)}`}
            </Fact>
            <Fact icon={Globe} label="Timezone">
              {timezone}
            </Fact>
            {of && (
              <Fact icon={UserRound} label={of.visit ? "With" : "Calendar"}>
                {!of.visit ? of.name : of.id ? `With ${of.name}` : "No staff member: the person was removed"}
              </Fact>
            )}
            {allowed && (
              <Fact icon={CircleAlert} label="Allowed">
                <span className="text-warning">{allowed}</span>
              </Fact>
            )}
          </dl>
          {open && booking && (
            <Visit id={booking} onMove={on.onMove} onText={on.onText} onDone={on.onClose}>
              {copy}
            </Visit>
          )}
          {open && !booking && (
            <footer className="flex flex-wrap gap-2 border-t p-3">
              {copy}
              {appointment.of?.held && (
                <PrefetchLink href="/dashboard/settings/appointments/waiting" className={buttonClass()}>
                  Waiting list
                </PrefetchLink>
              )}
            </footer>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** At the visible upper left corner, because wide or long appointments may have no room beside them. */
function anchorCorner(anchor: HTMLElement) {
  return {
    contextElement: anchor,
    getBoundingClientRect() {
      const { left, top, right, bottom } = anchor.getBoundingClientRect();
      const [x, y] = [within(left, window.innerWidth), within(top, window.innerHeight)];
      const width = Math.min(within(right, window.innerWidth) - x, 240);
      return new DOMRect(x, y, width, Math.min(within(bottom, window.innerHeight) - y, 40));
    },
  };
}

function within(at: number, end: number): number {
  return Math.min(Math.max(at, 0), end);
}

type VisitProps = Pick<Props, "onMove" | "onText"> & { id: string; onDone: () => void; children: ReactNode };

function Visit({ id, onMove, onText, onDone, children }: VisitProps) {
  const read = useRead("bookings.get", { params: { id } });
  const { data: booking, error, isValidating } = read;
  const customer = booking && linksOf(booking).phone && booking.contact?.id;
  return (
    <>
      {booking && <Facts booking={booking} />}
      {!booking && error && (
        <p role="alert" className="flex items-center gap-2 px-4 pb-3 text-danger">
          <span className="flex-1">We couldn’t load the visitor’s details.</span>
          <Button busy={isValidating} onClick={() => read.mutate()} className="text-foreground">
            Try again
          </Button>
        </p>
      )}
      <footer className="sticky bottom-0 flex flex-wrap gap-2 border-t bg-popover p-3 phone:*:flex-1">
        {children}
        {customer && <Button onClick={() => onText(customer)}>Text</Button>}
        {booking && <TakeIn booking={booking} />}
        {booking && <VisitActions booking={booking} onMove={() => onMove(booking)} onDone={onDone} />}
      </footer>
    </>
  );
}

function TakeIn({ booking: { title, contact, status } }: { booking: Booking }) {
  const may = useMay()("repairs.create");
  if (!may || !contact?.id || status !== "CONFIRMED" || !/\brepair/i.test(title)) return null;
  return (
    <PrefetchLink href={`/dashboard/repairs/new?contact=${contact.id}`} className={buttonClass()}>
      Take in
    </PrefetchLink>
  );
}

type VisitActionsProps = { booking: Booking; onMove: () => void; onDone: () => void };

function VisitActions({ booking, onMove, onDone }: VisitActionsProps) {
  const { data: me } = useMe();
  const cancel = useAct("bookings.cancel");
  const miss = useAct("bookings.markNoShow");
  const { id, name, email, status, startsAt } = booking;
  if (status !== "CONFIRMED") return null;

  async function askToCancel() {
    const question = {
      title: "Cancel this appointment?",
      text:
        me?.emails === "sent" && email
          ? `${name} gets an email, and the time opens up again.`
          : `The time opens up again. No email is sent, so please tell ${name} yourself.`,
      verb: "Cancel appointment",
      cancel: "Keep appointment",
    };
    if ((await confirm(question)) && (await cancel.act({ params: { id } })).ok) onDone();
  }

  async function markNoShow() {
    if ((await miss.act({ params: { id } })).ok) onDone();
  }

  if (Date.parse(startsAt ?? "") <= Date.now()) {
    return (
      <Button busy={miss.pending} onClick={markNoShow}>
        No-show
      </Button>
    );
  }
  return (
    <>
      <Button onClick={onMove} {...MoveDialog.near}>
        Move
      </Button>
      <Button busy={cancel.pending} onClick={askToCancel}>
        Cancel appointment
      </Button>
    </>
  );
}

function Facts({ booking }: { booking: Booking }) {
  const { name, contact, note, answers, status } = booking;
  const { phone, email } = linksOf(booking);
  return (
    <dl className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 gap-y-1.5 border-t px-4 py-3">
      <Fact icon={User} label="Visitor">
        <span className="flex flex-wrap items-center gap-x-2">
          <ContactLink id={contact?.id} look="link" className="min-w-0 wrap-anywhere">
            {name}
          </ContactLink>
          <BookingState state={status} />
        </span>
      </Fact>
      {email && (
        <Fact icon={Mail} label="Email">
          <a className="link wrap-anywhere" href={email.href}>
            <EmailText>{email.text}</EmailText>
          </a>
        </Fact>
      )}
      {phone && (
        <Fact icon={Phone} label="Phone number">
          <a className="link" href={phone.href}>
            {phone.text}
          </a>
        </Fact>
      )}
      {note && (
        <Fact icon={NotebookText} label="Note">
          <LongText text={note} />
        </Fact>
      )}
      {answers.length > 0 && (
        <Fact icon={MessageCircleQuestion} label="Answers">
          <Answers answers={answers} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ icon: Icon, label, children }: { icon: typeof User; label: string; children: ReactNode }) {
  return (
    <>
      <dt className="pt-0.5 text-muted-foreground">
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

const SMALL = 44;

function Neighbours({ of: anchor }: { of: HTMLElement }) {
  const column = anchor.closest("[data-hours]");
  if (!column || anchor.getBoundingClientRect().height >= SMALL) return null;
  const all = [...column.querySelectorAll<HTMLElement>("[aria-haspopup=dialog]")];
  const at = all.indexOf(anchor);
  const go = (to: HTMLElement | undefined) => {
    to?.scrollIntoView({ block: "nearest", inline: "nearest" });
    to?.click();
  };
  return (
    <>
      <IconButton
        row
        icon={ChevronLeft}
        size={18}
        label="Previous appointment"
        disabled={at <= 0}
        onClick={() => go(all[at - 1])}
        className="disabled:opacity-40"
      />
      <IconButton
        row
        icon={ChevronRight}
        size={18}
        label="Next appointment"
        disabled={at === all.length - 1}
        onClick={() => go(all[at + 1])}
        className="disabled:opacity-40"
      />
    </>
  );
}
