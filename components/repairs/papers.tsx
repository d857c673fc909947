import type { ReactNode } from "react";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { useRead } from "#lib/api/use-read.ts";
import {
  estimateWords,
  type Paper,
  type PieceKind,
  pieceWords,
  ticketNumber,
} from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { formatDay, formatWeekday, formatWeekdayAndDay, readDay } from "#lib/dates.ts";
import { truncate } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { QrCode } from "../qr-code.tsx";

type Printed = "name" | "metal" | "condition" | "lines" | "estimate" | "deposit" | "promisedDay";

export type PrintedRepair = Pick<Repair, Printed> & {
  prefix: string;
  number: number | null;
  token: string | null;
  /** Instead of the number, without a connection. */
  code?: string | undefined;
  kind: PieceKind | null;
  createdAt: string | null;
  contact: { name: string } | null;
  person: { name: string } | null;
};

type Props = { repair: PrintedRepair };

export function PrintedPaper({ paper, repair }: Props & { paper: Paper }) {
  return paper === "slip" ? <ClaimSlip repair={repair} /> : <EnvelopeLabel repair={repair} />;
}

const INK = "bg-[#fff] text-[#0d1220] text-xs tabular-nums";
const FAINT = "text-[#4a5266] text-[0.6875rem] leading-[0.9375rem]";

function ClaimSlip({ repair }: Props) {
  const { data: me } = useMe();
  const { data: face } = useRead("organization.brand", {});
  const { data: settings } = useRead("repairs.settings", {});
  const received = dayOf(new Date(repair.createdAt ?? Date.now()), me?.timezone);
  const address = [face?.address, face?.phone].filter(Boolean).join(" · ");
  return (
    <div className={`${INK} max-w-[128mm]`}>
      <p className="font-semibold text-sm">{face?.name || me?.organizationName}</p>
      {address && <p className={FAINT}>{address}</p>}
      <Rule />
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className={FAINT}>Repair</p>
          <Ticket repair={repair} className="text-[1.5rem] leading-7" />
          <p className={FAINT}>{`Received ${fullDay(received)}`}</p>
          <p className={`${FAINT} mt-1.5`}>Promised for</p>
          <p className="font-semibold text-lg leading-5">{formatWeekdayAndDay(repair.promisedDay)}</p>
        </div>
        {hasPage(repair) && (
          <div className="grid justify-items-center">
            <Code path={`/r/${repair.token ?? ""}`} label="QR code of the customer’s page" />
            <p className={FAINT}>Follow it online</p>
          </div>
        )}
      </div>
      <Rule />
      <dl className="grid grid-cols-[4.25rem_minmax(0,1fr)] gap-x-2 gap-y-0.75 [&_dt]:text-[#4a5266]">
        <dt>Customer</dt>
        <dd className="font-semibold">{shortName(repair.contact?.name ?? "") || "—"}</dd>
        <dt>Piece</dt>
        <dd>
          <b className="font-semibold">{repair.name || "—"}</b>
          {repair.metal && <span className="block">{repair.metal}</span>}
        </dd>
        <dt>Condition</dt>
        <dd>{repair.condition || "—"}</dd>
      </dl>
      <Rule />
      <Estimate repair={repair} />
      <Rule />
      <p className={FAINT}>
        {repair.estimate === "AFTER_LOOK"
          ? "Please bring this slip. We’ll call you with an estimate before we start."
          : "Please bring this slip. We’ll call you before doing anything beyond this estimate."}
      </p>
      {settings?.slipText && (
        <p className={`${FAINT} mt-1.5 whitespace-pre-line wrap-anywhere`}>{settings.slipText}</p>
      )}
    </div>
  );
}

const hasPage = ({ code, token }: PrintedRepair) => !code || token;

function Rule() {
  return <hr className="my-2 border-[#9aa2b3] border-dashed" />;
}

function Estimate({ repair: { lines, estimate, deposit } }: Props) {
  const money = useMoney();
  const isOpen = estimate === "AFTER_LOOK";
  const total = money.sum(lines.map(({ amount }) => Number(amount)));
  return (
    <dl className="grid gap-0.75">
      {lines.map(({ name, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal
        <Row key={at} term={name}>
          {isOpen ? "" : money.format(Number(amount))}
        </Row>
      ))}
      <Row term={estimate === "UP_TO" ? estimateWords.UP_TO : "Estimate"} className="font-semibold">
        {isOpen ? estimateWords.AFTER_LOOK : money.format(total)}
      </Row>
      {Number(deposit) > 0 && <Row term="Deposit noted">{money.format(Number(deposit))}</Row>}
    </dl>
  );
}

function Row({ term, className = "", children }: { term: string; className?: string; children: ReactNode }) {
  return (
    <div className={`flex justify-between gap-2 ${className}`}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const LONGEST_WORK = 24;

function EnvelopeLabel({ repair }: Props) {
  const work = truncate(repair.lines.map(({ name }) => name).join(", "), LONGEST_WORK);
  return (
    <div className={`${INK} flex items-center gap-3 print:gap-[2mm]`}>
      {hasPage(repair) && (
        <Code
          path={repair.code ? `/r/${repair.token}` : `/dashboard/repairs/${repair.number ?? ""}`}
          label="QR code of the ticket"
          className="size-16 print:size-[23mm]"
        />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <Ticket repair={repair} className="text-xl leading-5.5" />
          <b className="font-semibold">{formatWeekdayAndDay(repair.promisedDay)}</b>
        </div>
        <p className="truncate">
          <b className="font-semibold">{repair.contact?.name || "—"}</b>
          {repair.kind && ` · ${pieceWords[repair.kind].toLowerCase()}`}
        </p>
        <p className="truncate print:line-clamp-2 print:whitespace-normal">
          {[work, repair.person?.name.split(" ")[0]].filter(Boolean).join(" · ")}
        </p>
      </div>
    </div>
  );
}

function Ticket({ repair, className }: Props & { className: string }) {
  return <p className={`${className} font-bold tracking-tight`}>{repair.code ?? ticketNumber(repair)}</p>;
}

/** Scanners need 20 mm between the quiet zones. */
function Code({
  path,
  label,
  className = "size-[23mm]",
}: {
  path: string;
  label: string;
  className?: string;
}) {
  return (
    <QrCode
      text={window.location.origin + path}
      label={label}
      border={2}
      className={`${className} shrink-0`}
    />
  );
}

function fullDay(written: string): string {
  const day = readDay(written);
  return day ? `${formatWeekday(day)}, ${formatDay(day)}` : "";
}

function shortName(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  const [initial = ""] = rest.at(-1) ?? "";
  return initial ? `${first} ${initial}.` : first;
}
