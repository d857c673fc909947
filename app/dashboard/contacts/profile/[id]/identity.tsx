"use client";
import { CalendarPlus, Mail, Phone } from "lucide-react";
import { useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useAdministrators, useMay, useMe } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { buttonClass, warningAction } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Sale } from "#lib/contract/sales.ts";
import type { Suppression } from "#lib/contract/suppressions.ts";
import { readDay } from "#lib/dates.ts";
import { mailLink, phoneLink } from "#lib/links.ts";
import { suppressionWords } from "#lib/mails.ts";
import { formatter } from "#lib/time/zone.ts";
import { ProfileMenu } from "./profile-menu.tsx";
import { Tags } from "./tags.tsx";

type Props = {
  contact: Contact;
  name: string;
  sales: readonly Sale[] | undefined;
  complete: boolean | undefined;
  onErased: () => void;
};

export function Identity({ contact, name, sales = [], complete, onErased }: Props) {
  const { id, email, phoneNumber, suppressions = [] } = contact;
  return (
    <header className="grid gap-4 p-4 phone:px-0 phone:pt-0">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar id={id} name={name} className="size-12! text-base!" />
        <div className="min-w-0 flex-1">
          <h1 className="md:max-[1099px]:text-lg hyphens-auto text-pretty wrap-anywhere">{name}</h1>
          {complete && sales.length > 0 && <Since sales={sales} />}
        </div>
        <ProfileMenu contact={contact} name={name} onErased={onErased} />
      </div>
      {complete && <Tags contact={contact} name={name} />}
      {suppressions.length > 0 && <NotMailed suppressions={suppressions} />}
      {(phoneNumber || email) && (
        <div data-paper="no" className="flex gap-2">
          {phoneNumber && (
            <a
              href={phoneLink(phoneNumber)}
              aria-label={`Call ${name}`}
              className={buttonClass({ className: "flex-1" })}
            >
              <Phone size={16} strokeWidth={1.75} aria-hidden="true" />
              Call
            </a>
          )}
          {email && (
            <a
              href={mailLink(email)}
              aria-label={`Email ${name}`}
              className={buttonClass({ className: "flex-1" })}
            >
              <Mail size={16} strokeWidth={1.75} aria-hidden="true" />
              Email
            </a>
          )}
        </div>
      )}
      {complete && (
        <PrefetchLink
          href={`/dashboard/appointments?new=1&contact=${id}`}
          data-action="new-appointment"
          className={buttonClass({ className: "not-first:-mt-2" })}
        >
          <CalendarPlus size={16} strokeWidth={1.75} aria-hidden="true" />
          New appointment
        </PrefetchLink>
      )}
      {complete && (
        <PrefetchLink
          href={`/dashboard/mail?contact=${id}`}
          className="link justify-self-start text-sm not-pointer-coarse:-mt-1 not-pointer-coarse:py-0.5"
        >
          Emails of your store to {name}
        </PrefetchLink>
      )}
    </header>
  );
}

const LiftModal = part(() => import("#components/lift-modal.tsx"), "LiftModal");

function NotMailed({ suppressions }: { suppressions: Suppression[] }) {
  const { data: me } = useMe();
  const may = useMay()("suppressions.lift");
  const ask = useAdministrators(!may);
  const [lifting, setLifting] = useState<Suppression | null>(null);
  return (
    <div className="grid gap-2 text-sm">
      {suppressions.map((suppression) => {
        const canLift = may && suppression.reason !== "erased";
        const words = suppressionWords(suppression, me?.timezone);
        return (
          <p
            key={suppression.id}
            className="flex items-center gap-3 rounded-md bg-warning-soft px-3 py-2 text-warning"
          >
            <span className="min-w-0 flex-1 text-pretty wrap-anywhere">
              {may ? words : `${words} ${ask}`}
            </span>
            {canLift && (
              <button
                type="button"
                onClick={() => setLifting(suppression)}
                onPointerEnter={LiftModal.load}
                onFocus={LiftModal.load}
                className={`${warningAction} pointer-coarse:min-w-11 pointer-coarse:justify-center`}
              >
                Lift
              </button>
            )}
          </p>
        );
      })}
      {lifting && <LiftModal suppression={lifting} onClose={() => setLifting(null)} />}
    </div>
  );
}

function Since({ sales }: { sales: readonly Sale[] }) {
  const { data: me } = useMe();
  const first = sales
    .map(({ createdAt }) => createdAt ?? "")
    .filter(Boolean)
    .sort()[0];
  const day = readDay(first ?? null, me?.timezone);
  if (!day) return null;
  const month = new Date(Date.UTC(day.year, day.month - 1, 1));
  return (
    <p className="text-muted-foreground text-sm">
      Customer since {formatter({ year: "numeric", month: "short" }, "UTC").format(month)}
    </p>
  );
}
