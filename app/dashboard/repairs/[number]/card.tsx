import clsx from "clsx";
import { Check, Hourglass, PhoneCall, RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ContactLink } from "#components/contact-link.tsx";
import { ReachLinks } from "#components/reach-links.tsx";
import { StateBadge } from "#components/repairs/states.tsx";
import { papers } from "#components/repairs/use-prints.ts";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { iconButtonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { part } from "#components/ui/part.tsx";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import { useAct } from "#lib/api/use-act.ts";
import { type Paper, paperKinds, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { formatDay, formatMoment, formatWeekdayAndDay, readDay } from "#lib/dates.ts";
import { daysLeft, depositDay, isApproved, isToday } from "#lib/repair-words.ts";
import { Cover } from "./photos.tsx";

export function Identity({ repair, onDelete }: { repair: Repair; onDelete: () => void }) {
  const { name, state, contact, callAskedAt } = repair;
  const { data: me } = useMe();
  return (
    <header className="grid gap-3 px-4 pt-3 pb-3.5 phone:order-1 phone:px-0 phone:py-0">
      <div className="flex flex-wrap items-start gap-2 phone:flex-nowrap phone:gap-3">
        <Cover repair={repair} />
        <div className="min-w-0 flex-1">
          <h1 className="hyphens-auto text-pretty wrap-anywhere md:max-[68.6875rem]:text-lg">{name}</h1>
          <p className="mt-0.5 flex flex-wrap items-center gap-2">
            <span className="text-muted-foreground tabular-nums">{ticketNumber(repair)}</span>
            <StateBadge state={state} />
          </p>
        </div>
        <More repair={repair} onDelete={onDelete} />
      </div>
      {callAskedAt && (
        <p className="flex items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
          <PhoneCall size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span>
            <b className="font-semibold">Asked for a call</b> {formatMoment(callAskedAt, me?.timezone)}
          </span>
        </p>
      )}
      <ReachLinks
        person={repair}
        name={contact?.name ?? ""}
        contactId={contact?.id ?? undefined}
        repairId={repair.id}
      />
    </header>
  );
}

export function Facts({ repair }: { repair: Repair }) {
  const { contact, person, state, workshop, backDay, promisedDay } = repair;
  const { keptIn, metal, stones, marks, condition } = repair;
  const { data: me } = useMe();
  const { text: left, isLate } = daysLeft(repair, me?.timezone);
  return (
    <dl className="px-4 py-2">
      <Fact label="Customer">
        <ContactLink id={contact?.id} look="link">
          {contact?.name}
        </ContactLink>
      </Fact>
      <Fact label="Promised">
        <span className="tabular-nums">{formatWeekdayAndDay(promisedDay)}</span>
        {left && (
          <span className={`ml-1.5 text-sm ${isLate ? "text-danger" : "text-muted-foreground"}`}>
            {isLate && <Icon is="triangle-exclamation-point" className="mr-1 size-3.5 align-[-2px]" />}
            {left}
          </span>
        )}
      </Fact>
      <Fact label="With">
        {person?.id && (
          <span className="flex min-w-0 items-center gap-2">
            <Avatar id={person.id} name={person.name} className="size-5! text-[0.5625rem]!" />
            {person.name}
          </span>
        )}
      </Fact>
      {state === "AWAY" && (
        <Fact label="Workshop">
          {workshop}
          {backDay && (
            <span className="ml-1.5 text-muted-foreground text-sm">
              back by {formatDay(readDay(backDay), { short: true })}
            </span>
          )}
        </Fact>
      )}
      <Fact label="Kept in">{keptIn}</Fact>
      <Fact label="Metal">{metal}</Fact>
      <Fact label="Stones">{stones}</Fact>
      <Fact label="Marks">{marks}</Fact>
      <Fact label="Condition">{condition}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        !children && "phone:hidden",
        "grid min-h-7.5 grid-cols-[7.25rem_minmax(0,1fr)] md:max-[68.6875rem]:grid-cols-[6.25rem_minmax(0,1fr)]",
      )}
    >
      <dt className="py-1.25 text-muted-foreground text-sm leading-5">{label}</dt>
      <dd className="wrap-anywhere py-1.25 leading-5">
        {children || <span className="text-muted-foreground">–</span>}
      </dd>
    </div>
  );
}

export function Estimate({ repair }: { repair: Repair }) {
  const { lines, estimate, total, deposit } = repair;
  const money = useMoney();
  const { data: me } = useMe();
  const isOpen = estimate === "AFTER_LOOK";
  return (
    <section aria-labelledby="estimate" className="border-t px-4 pt-3 pb-4">
      <div className="mb-2 flex min-h-6 items-center gap-2">
        <h2 id="estimate" className="flex-1">
          Estimate
        </h2>
        <Approval repair={repair} />
      </div>
      <ul className="grid gap-1.5 tabular-nums">
        {lines.map(({ name, note, amount }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids
          <li key={i} className="flex gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {name}
              {note && <span className="text-muted-foreground">, {note}</span>}
            </span>
            <span>{isOpen ? "–" : money.format(Number(amount))}</span>
          </li>
        ))}
        <li className="mt-0.5 flex gap-3 border-t pt-2 font-semibold">
          <span className="flex-1">{estimate === "UP_TO" ? "Total, up to" : "Total"}</span>
          <span>{isOpen ? "After inspection" : money.format(Number(total))}</span>
        </li>
        {deposit !== null && (
          <li className="flex gap-3 text-muted-foreground">
            <span className="flex-1">Deposit noted {depositDay(repair, me?.timezone)}</span>
            <span>{money.format(Number(deposit))}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

function Approval({ repair }: { repair: Repair }) {
  if (isApproved(repair))
    return (
      <Badge tone="success">
        <Check size={13} aria-hidden="true" />
        Approved
      </Badge>
    );
  if (repair.approved)
    return (
      <Badge tone="warning">
        <RotateCcw size={13} aria-hidden="true" />
        Changed since
      </Badge>
    );
  if (repair.state !== "WAITING") return null;
  return (
    <Badge tone="warning">
      <Hourglass size={13} aria-hidden="true" />
      Waiting
    </Badge>
  );
}

const EditModal = part(() => import("./edit-modal.tsx"), "EditModal");

const HistoryModal = part(() => import("#components/history-modal.tsx"), "HistoryModal");

const PrintPapers = part(() => import("#components/repairs/print-papers.tsx"), "PrintPapers");

function More({ repair, onDelete }: { repair: Repair; onDelete: () => void }) {
  const may = useMay();
  const [open, setOpen] = useState<"edit" | "history" | Paper | null>(null);
  const isPhone = useMedia(PHONE);
  const { id, state, stateAt } = repair;
  const { data: me } = useMe();
  const { act: undo } = useAct("repairs.undo");
  const name = ticketNumber(repair);
  const edit = () => setOpen("edit");
  const close = () => setOpen(null);
  const items: MenuItem[] = [{ label: "Edit", icon: <Icon is="pencil" />, onSelect: edit }];
  if (isPhone) items.push(...printItems(setOpen));
  if (state === "HANDED_OVER" && isToday(stateAt, me?.timezone))
    items.push({
      label: "Undo the handover",
      icon: <Icon is="undo-2" />,
      onSelect: () => void undo({ params: { id }, body: { from: state } }),
    });
  if (may("history.ofRecord"))
    items.push({
      label: "History",
      icon: <Icon is="rotate-ccw-clock" />,
      onSelect: () => setOpen("history"),
    });
  if (may("repairs.delete"))
    items.push({ label: "Delete", icon: <Icon is="trash" />, danger: true, onSelect: onDelete });
  return (
    <>
      <Menu
        label={`More for ${name}`}
        items={items}
        className={iconButtonClass({ className: "-mr-2 -mt-1 text-muted-foreground" })}
      >
        <Icon is="ellipsis" />
      </Menu>
      <button type="button" hidden data-shortcut="e" onClick={edit} />
      {open === "edit" && <EditModal repair={repair} onClose={close} />}
      {(open === "slip" || open === "label") && (
        <PrintPapers repair={repair} print={[open]} onPrinted={close} />
      )}
      {open === "history" && <HistoryModal id={id} name={`${name} ${repair.name}`} onClose={close} />}
    </>
  );
}

const printItems = (print: (paper: Paper) => void): MenuItem[] =>
  paperKinds.map((paper) => ({
    label: `Print ${papers[paper].toLowerCase()}`,
    icon: <Icon is="printer" />,
    onSelect: () => print(paper),
  }));

export function Print({ repair }: { repair: Repair }) {
  const [printing, setPrinting] = useState<Paper | null>(null);
  return (
    <>
      <Menu
        label="Print"
        items={printItems(setPrinting)}
        wrapperClassName="ml-auto phone:hidden"
        className={iconButtonClass({})}
      >
        <Icon is="printer" />
      </Menu>
      {printing && <PrintPapers repair={repair} print={[printing]} onPrinted={() => setPrinting(null)} />}
    </>
  );
}
