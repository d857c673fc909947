import { Check, Hourglass, Mail, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { ContactLink } from "#components/contact-link.tsx";
import { Promised } from "#components/repairs/promised.tsx";
import { StateBadge } from "#components/repairs/states.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { linksOf } from "#lib/person.ts";
import { isApproved } from "#lib/repair-words.ts";

type Props = { repair: Repair; menu: ReactNode };

export function PieceCard({ repair, menu }: Props) {
  const { number, name, state, contact } = repair;
  const { phone, email } = linksOf(repair);
  return (
    <section
      aria-label="Piece"
      className="min-w-0 rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0"
    >
      <header className="grid gap-3 p-4">
        <div>
          <div className="flex items-start gap-2">
            <h1 className="wrap-anywhere min-w-0 flex-1">{name}</h1>
            {menu}
          </div>
          <p className="mt-0.5 flex items-center gap-2 text-muted-foreground tabular-nums">
            {ticketNumber(number)}
            <StateBadge state={state} />
          </p>
        </div>
        {(phone || email) && (
          <div data-paper="no" className="flex gap-2">
            {phone && (
              <a href={phone.href} aria-label={`Call ${contact?.name}`} className={reach}>
                <Phone size={16} aria-hidden="true" />
                Call
              </a>
            )}
            {email && (
              <a href={email.href} aria-label={`Email ${contact?.name}`} className={reach}>
                <Mail size={16} aria-hidden="true" />
                Email
              </a>
            )}
          </div>
        )}
      </header>
      <Facts repair={repair} />
      <Estimate repair={repair} />
    </section>
  );
}

const reach = buttonClass({ className: "flex-1" });

function Facts({ repair }: { repair: Repair }) {
  const { contact, person, workshop, state, promisedDay, keptIn, metal, stones, marks, condition } = repair;
  const day = formatDay(readDay(promisedDay), { short: true });
  return (
    <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-2 border-t p-4 *:wrap-anywhere">
      <Fact name="Customer">
        <ContactLink id={contact?.id} look="link">
          {contact?.name}
        </ContactLink>
      </Fact>
      <Fact name="Promised">
        {day} <Promised repair={repair} className="ml-1 text-sm" />
      </Fact>
      {state === "AWAY" && <Fact name="Away at">{workshop}</Fact>}
      {person?.id && (
        <Fact name="With">
          <span className="flex items-center gap-2">
            <Avatar id={person.id} name={person.name} className="size-6! text-[10px]!" />
            {person.name}
          </span>
        </Fact>
      )}
      {keptIn && <Fact name="Kept in">{keptIn}</Fact>}
      {metal && <Fact name="Metal">{metal}</Fact>}
      {stones && <Fact name="Stones">{stones}</Fact>}
      {marks && <Fact name="Marks">{marks}</Fact>}
      {condition && <Fact name="Condition">{condition}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground text-sm">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Estimate({ repair }: { repair: Repair }) {
  const { lines, total, deposit, estimate, approved } = repair;
  const money = useMoney();
  return (
    <div className="border-t p-4">
      <div className="mb-2 flex items-center gap-2">
        <h2 className="flex-1 text-base">Estimate</h2>
        {isApproved(repair) ? (
          <Badge tone="success">
            <Check size={12} aria-hidden="true" />
            Approved
          </Badge>
        ) : approved ? (
          <Badge tone="warning">Changed since</Badge>
        ) : (
          repair.state === "WAITING" && (
            <Badge tone="warning">
              <Hourglass size={12} aria-hidden="true" />
              Waiting
            </Badge>
          )
        )}
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 tabular-nums *:even:text-right">
        {lines.map(({ name, note, amount }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal
          <Line key={i} name={name} note={note}>
            {money.format(Number(amount))}
          </Line>
        ))}
      </dl>
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 border-t pt-2 tabular-nums *:even:text-right">
        {estimate === "AFTER_LOOK" ? (
          <dt className="col-span-2 text-muted-foreground">After a look</dt>
        ) : (
          <>
            <dt className="font-semibold">{estimate === "UP_TO" ? "Up to" : "Total"}</dt>
            <dd className="font-semibold">{money.format(Number(total))}</dd>
          </>
        )}
        {deposit !== null && (
          <>
            <dt className="text-muted-foreground">Deposit</dt>
            <dd className="text-muted-foreground">{money.format(Number(deposit))}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

function Line({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <>
      <dt className="wrap-anywhere">
        {name} {note && <span className="text-muted-foreground text-sm">{note}</span>}
      </dt>
      <dd>{children}</dd>
    </>
  );
}
