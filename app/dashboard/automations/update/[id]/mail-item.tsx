"use client";
import { RotateCw } from "lucide-react";
import { MailStateBadge } from "#components/mail-state-badge.tsx";
import { NearLink } from "#components/shell/near-link.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Mail } from "#lib/contract/mails.ts";
import { formatMoment } from "#lib/dates.ts";
import { canBeSentAgain } from "#lib/mails.ts";

/** One mail: who it is for, what became of it, why and when. What failed or is unknown can be sent again. */
export function MailItem({ mail }: { mail: Mail }) {
  const { data: timezone } = useRead("organization.timezone", {});
  const { act, pending } = useAct("mails.resend");
  const { data: me } = useMe();
  const canResend = useCan()("mails.resend");
  const { id, contact, toName, toAddress, state, reason, createdAt, sentAt } = mail;
  const name = contact?.name || toName || toAddress || "No name";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-b px-4 py-2.5 last:border-0">
      {contact?.id ? (
        <NearLink
          href={`/dashboard/contacts/profile/${contact.id}`}
          className="tap truncate font-medium hover:underline"
        >
          {name}
        </NearLink>
      ) : (
        <span className="truncate font-medium">{name}</span>
      )}
      <span className="justify-self-end">
        <MailStateBadge state={state} />
      </span>
      <span className="grid gap-0.5 text-muted-foreground text-sm">
        <span className="tabular-nums">{formatMoment(sentAt ?? createdAt, timezone)}</span>
        {reason && <span className="wrap-anywhere">{reason}</span>}
      </span>
      {canResend && canBeSentAgain(mail, me) && (
        <Button
          busy={pending}
          aria-label={`Resend to ${name}`}
          onClick={() => !pending && act({ params: { id } })}
        >
          {!pending && <RotateCw size={16} strokeWidth={1.75} aria-hidden="true" />}
          Resend
        </Button>
      )}
    </li>
  );
}
