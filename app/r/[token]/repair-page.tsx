"use client";
import clsx from "clsx";
import { Check, CircleCheck, Hammer, Hourglass, Inbox, PackageCheck, Phone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { QrCode } from "#components/qr-code.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { useBrowserValue } from "#components/ui/use-store.ts";
import { act } from "#lib/api/act.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { type Money, moneyOf } from "#lib/contract/money.ts";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import type { VisitorRepair } from "#lib/contract/repairs.ts";
import { formatDay, formatTime, formatWeekdayAndDay, readDay } from "#lib/dates.ts";
import { isApproved } from "#lib/repair-words.ts";
import { dayOf } from "#lib/time/days.ts";
import { StoreHours } from "./store-hours.tsx";

type Props = { first: Answer<"visitor.repair">; token: string };

export function RepairPage({ first, token }: Props) {
  const [repair, setRepair] = useState<VisitorRepair>(first);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState<"approve" | "call" | null>(null);
  const money = moneyOf(repair.money);
  const params = { token };

  async function run(what: "approve" | "call") {
    if (busy) return;
    setBusy(what);
    setRefused(null);
    const outcome =
      what === "approve"
        ? await act("visitor.approve", { params, body: { estimateVersion: repair.estimateVersion } })
        : await act("visitor.askCall", { params });
    setBusy(null);
    if (outcome.ok) return setRepair(outcome.answer);
    const { status, message, answer } = outcome.error;
    const { current } = Object(answer) as { current?: VisitorRepair };
    if (current) setRepair(current);
    setRefused(
      status === 404
        ? "This link has ended."
        : status === 409 || status === 429
          ? message
          : "We couldn’t save your answer. Please try again, or call us.",
    );
  }

  const piece = pieceWords[repair.kind];
  const asks = mayApprove(repair);
  const { title, text } = stateWords(repair, piece, asks);
  const steps = <Steps key="steps" repair={repair} asks={asks} piece={piece} />;
  const estimate = (
    <Estimate key="estimate" repair={repair} money={money}>
      {refused && <Alert>{refused}</Alert>}
      {asks && (
        <div className="mt-3.5 grid gap-2">
          <Button
            variant="primary"
            busy={busy === "approve"}
            onClick={() => run("approve")}
            className="h-12! text-base"
          >
            Approve {money.format(Number(repair.total))}
          </Button>
          {repair.callAskedAt ? (
            <p role="status" className="py-2 text-center font-medium">
              Thanks, we’ll call you.
            </p>
          ) : (
            <Button busy={busy === "call"} onClick={() => run("call")} className="h-12! text-base">
              <Phone size={16} aria-hidden="true" />
              Call me about it
            </Button>
          )}
        </div>
      )}
    </Estimate>
  );
  const hours = <StoreHours key="hours" face={first.face} timezone={repair.storeTimezone} />;
  return (
    <>
      <div>
        <p className="text-muted-foreground tabular-nums">
          Repair {ticketNumber(repair)} · {piece}
        </p>
        <h1>{title}</h1>
        <p className="mt-0.5 text-muted-foreground">{text}</p>
      </div>
      {repair.state === "READY" && <CounterCode token={token} />}
      {repair.approved && !asks && <Approved repair={repair} money={money} />}
      {asks
        ? [estimate, steps, hours]
        : repair.state === "READY"
          ? [hours, steps, estimate]
          : [steps, estimate, hours]}
      <p className="text-center text-muted-foreground text-sm wrap-anywhere">
        {[first.face.address, first.face.phone].filter(Boolean).join(" · ")}
      </p>
    </>
  );
}

function CounterCode({ token }: { token: string }) {
  const origin = useBrowserValue(() => window.location.origin, "");
  return (
    <section className="flex items-center gap-4 rounded-xl border bg-card p-4 shadow-1">
      <div className="size-32 shrink-0">
        {origin && (
          <QrCode
            text={`${origin}/r/${token}`}
            label="QR code of this repair"
            border={2}
            className="size-32"
          />
        )}
      </div>
      <div>
        <h2 className="text-base">Show this at the counter</h2>
        <p className="mt-0.5 text-muted-foreground text-sm">
          Someone else is picking it up? Give them your claim slip.
        </p>
      </div>
    </section>
  );
}

const pieceWords: Record<VisitorRepair["kind"], string> = {
  RING: "ring",
  NECKLACE: "necklace",
  BRACELET: "bracelet",
  EARRINGS: "earrings",
  WATCH: "watch",
  OTHER: "piece",
};

const openStates: VisitorRepair["state"][] = ["IN", "WAITING", "BENCH", "AWAY"];

/** An estimate above what was approved needs a new answer. */
function mayApprove({ state, estimate, total, approved }: VisitorRepair): boolean {
  if (estimate === "AFTER_LOOK" || !openStates.includes(state)) return false;
  return !isApproved({ approved, total, estimate });
}

function stateWords(repair: VisitorRepair, piece: string, asks: boolean): { title: string; text: string } {
  const { state, promisedDay, startedAt } = repair;
  const are = piece === "earrings" ? "are" : "is";
  const it = piece === "earrings" ? "They" : "It";
  const ready = isLate(repair)
    ? "This takes longer than we promised. Please call us for the new day."
    : `${it} should be ready by ${formatWeekdayAndDay(promisedDay)}.`;
  if (state === "READY")
    return { title: `Your ${piece} ${are} ready`, text: "Bring your claim slip, or show this page." };
  if (state === "HANDED_OVER") return { title: "Picked up", text: "Thank you for your visit." };
  if (state === "RETURNED") return { title: "Picked up", text: "We returned it without a repair." };
  if (asks)
    return {
      title: "Is this estimate OK?",
      text: startedAt ? ready : "We’ll start as soon as we have your answer.",
    };
  if (state === "BENCH" || state === "AWAY") return { title: `We’re working on your ${piece}`, text: ready };
  if (isApproved(repair))
    return {
      title: "Thank you",
      text: `We’ve got your OK. ${isLate(repair) ? ready : `We’ll let you know when your ${piece} ${are} ready.`}`,
    };
  return { title: "Thank you", text: `We’ve got your ${piece}. ${ready}` };
}

function isLate({ promisedDay, storeTimezone }: VisitorRepair): boolean {
  return promisedDay < dayOf(Date.now(), storeTimezone);
}

function Approved({ repair: { approved, storeTimezone }, money }: { repair: VisitorRepair; money: Money }) {
  if (!approved) return null;
  const isToday = dayOf(new Date(approved.at ?? ""), storeTimezone) === dayOf(Date.now(), storeTimezone);
  const day = isToday ? "today" : `on ${formatDay(readDay(approved.at, storeTimezone), { short: true })}`;
  return (
    <div role="status" className="flex gap-2 rounded-lg bg-success-soft px-3.5 py-3 text-success">
      <CircleCheck size={18} aria-hidden="true" className="mt-px shrink-0" />
      <p>
        <b className="font-semibold">You approved {money.format(Number(approved.total))}</b> {day} at{" "}
        {formatTime(approved.at, storeTimezone)}. Changed your mind? Call us before we start.
      </p>
    </div>
  );
}

type StepsProps = { repair: VisitorRepair; asks: boolean; piece: string };

function Steps({ repair, asks, piece }: StepsProps) {
  const { state, storeTimezone, receivedAt, startedAt, stateAt, approved, promisedDay } = repair;
  const at = (iso: string | null) => formatDay(readDay(iso, storeTimezone), { short: true });
  const isDone = state === "READY" || state === "HANDED_OVER" || state === "RETURNED";
  const isNext = !asks && (startedAt !== null || isApproved(repair));
  const current = isDone ? 3 : isNext ? 2 : 1;
  const due = isLate(repair) ? "" : `by ${formatWeekdayAndDay(promisedDay)}`;
  const steps = [
    { name: "Received", icon: Inbox, when: at(receivedAt) },
    { name: "Estimate", icon: Hourglass, when: asks ? "needs your OK" : approved ? at(approved.at) : "" },
    { name: "In our workshop", icon: Hammer, when: at(startedAt) },
    {
      name: "Ready to pick up",
      icon: PackageCheck,
      when: isDone ? at(stateAt) : due,
    },
  ];
  return (
    <section className="rounded-xl border bg-card p-4 shadow-1">
      <ol aria-label={`Where your ${piece} is`}>
        {steps.map(({ name, icon: Icon, when }, i) => (
          <li
            key={name}
            aria-current={i === current ? "step" : undefined}
            className={clsx(
              "relative grid grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-3 py-1.5 leading-7",
              "before:absolute before:top-8.5 before:-bottom-1.5 before:left-3.25 before:w-0.5 last:before:hidden",
              i < current ? "before:bg-primary" : "text-muted-foreground before:bg-track",
              i === current && "font-semibold text-foreground!",
            )}
          >
            <span
              className={clsx(
                "grid size-7 place-items-center rounded-full border",
                i < current && "border-transparent bg-primary-soft text-primary-soft-foreground",
                i === current && "border-transparent bg-primary text-primary-foreground",
                i > current && "border-border-strong bg-card",
              )}
            >
              {i < current ? <Check size={14} /> : i === current && <Icon size={14} />}
            </span>
            {name}
            <span className="font-normal text-muted-foreground text-sm leading-7 tabular-nums">{when}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type EstimateProps = { repair: VisitorRepair; money: Money; children: ReactNode };

function Estimate({ repair, money, children }: EstimateProps) {
  const { estimate, lines, total, deposit } = repair;
  return (
    <section className="rounded-xl border bg-card p-4 shadow-1">
      <div className="flex items-center">
        <h2 className="flex-1 text-base">Estimate</h2>
        {isApproved(repair) && (
          <Badge tone="success">
            <Check size={12} aria-hidden="true" />
            Approved
          </Badge>
        )}
      </div>
      {estimate === "AFTER_LOOK" ? (
        <p className="mt-2 text-muted-foreground">We’ll tell you the price after we’ve looked at it.</p>
      ) : (
        <dl className="mt-2.5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 tabular-nums">
          {lines.map(({ name, amount }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal
            <Line key={i} name={name} amount={money.format(Number(amount))} />
          ))}
          <div className="col-span-2 border-t" />
          <Line
            name={estimate === "UP_TO" ? "At most" : "Total"}
            amount={money.format(Number(total))}
            className="font-semibold"
          />
          {deposit !== null && (
            <Line name="Deposit" amount={money.format(Number(deposit))} className="text-muted-foreground" />
          )}
        </dl>
      )}
      {openStates.includes(repair.state) && (
        <p className="mt-2.5 text-muted-foreground text-sm">
          We’ll ask you again before doing anything that costs more.
        </p>
      )}
      {children}
    </section>
  );
}

function Line({ name, amount, className }: { name: string; amount: string; className?: string }) {
  return (
    <>
      <dt className={clsx("wrap-anywhere", className)}>{name}</dt>
      <dd className={clsx("text-right", className)}>{amount}</dd>
    </>
  );
}
