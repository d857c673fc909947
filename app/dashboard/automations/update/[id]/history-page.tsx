"use client";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { MailStateBadge } from "#components/mail-state-badge.tsx";
import { NearLink } from "#components/shell/near-link.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty, Failed, Loading } from "#components/ui/states.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { History } from "#lib/contract/automations.ts";
import type { Query } from "#lib/contract/contract.ts";
import type { Mail } from "#lib/contract/mails.ts";
import { formatMoment } from "#lib/dates.ts";
import { canBeSentAgain, isOnItsWay } from "#lib/mails.ts";

/** The host answers this many at once; fewer are the last. */
const FULL = 50;

/** A page of its mails and, once asked for, what is older: below the last mail that stands here by now. */
export function HistoryPage({ id, query }: { id: string; query: Query<"automations.mails"> }) {
  const [goesOn, setGoesOn] = useState(false);
  const { data, error, isValidating, mutate } = useMails(id, query);
  const slow = useDelayed(!data && !error);
  const last = data?.mails.at(-1)?.id;
  if (!data && error && !isValidating) return <Failed text={error.message} onRetry={() => mutate()} />;
  if (!data) return <div className="min-h-40 pt-16">{slow && <Loading />}</div>;
  if (data.mails.length === 0) {
    // The end may fall exactly on the end of a page.
    if (query.before) return null;
    return <Empty text="No emails yet" hint="Every email appears here with what became of it." />;
  }
  return (
    <>
      <ul>
        {data.mails.map((mail) => (
          <MailItem key={mail.id} mail={mail} />
        ))}
      </ul>
      {last && data.mails.length === FULL && goesOn && (
        <HistoryPage id={id} query={{ ...query, before: last }} />
      )}
      {last && data.mails.length === FULL && !goesOn && (
        <div className="flex justify-center border-t p-3">
          <Button onClick={() => setGoesOn(true)}>Show more</Button>
        </div>
      )}
    </>
  );
}

/** One mail: who it is for, what became of it, why and when. What failed or is unknown can be sent again. */
function MailItem({ mail }: { mail: Mail }) {
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

const OFTEN_MS = 3_000;
const SELDOM_MS = 60_000;

/** A page of the automation's mails; read again while some wait, often while one is about to leave. */
export function useMails(id: string, query: Query<"automations.mails">) {
  return useRead(
    "automations.mails",
    { params: { id }, query },
    // A function of its own for each render: SWR, once told "never", asks the same one no more.
    { refreshInterval: (read?: History) => againAfter(read), keepPreviousData: true },
  );
}

/** In milliseconds; 0 for never. */
function againAfter(read?: History): number {
  if (read?.counts.sending || read?.mails.some(isOnItsWay)) return OFTEN_MS;
  return read?.counts.queued ? SELDOM_MS : 0;
}
