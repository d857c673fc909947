import { RotateCw } from "lucide-react";
import { ContactLink } from "#components/contact-link.tsx";
import { MailStateBadge, mailStateWords } from "#components/mail-state-badge.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Empty, Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { History as Mails } from "#lib/contract/automations.ts";
import type { Query } from "#lib/contract/contract.ts";
import type { Mail } from "#lib/contract/mails.ts";
import { formatMoment } from "#lib/dates.ts";
import { canBeSentAgain, isOnItsWay } from "#lib/mails.ts";
import { formatCount } from "#lib/text.ts";
import { Scroller, ShowMore } from "./scroller.tsx";

// In the order of an email's states. The contract would load its schemas.
const mailStates = Object.keys(mailStateWords) as (keyof typeof mailStateWords)[];

type Of = "automations.mails" | "campaigns.mails";
type Props = {
  of: Of;
  id: string;
  title: string;
  shown?: boolean;
  /** Held emails stay held until a person resumes the campaign. */
  isPaused?: boolean;
  /** Its report counts emails, so the list is read until it has them. */
  hasEmails?: boolean;
};

export function MailHistory({ of, id, title, shown = true, isPaused = false, hasEmails = false }: Props) {
  const [wanted, setWanted] = useUrlState("state");
  const state = mailStates.find((known) => known === wanted);
  const { data } = useMails(of, id, {}, { isPaused, hasEmails });
  const counts = data?.counts ?? {};
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const chips = mailStates.filter((known) => counts[known] || known === state);
  return (
    <Panel id="history" label={title} shown={shown}>
      <header className="px-4 pt-3.5 pb-3">
        <h2>{title}</h2>
        {total > 0 && (
          <fieldset className="mt-2 flex flex-wrap gap-2">
            <legend className="sr-only">Show only</legend>
            <Chip pressed={!state} onPress={() => setWanted("")}>
              All <Count of={total} />
            </Chip>
            {chips.map((known) => (
              <Chip key={known} pressed={known === state} onPress={() => setWanted(known)}>
                {mailStateWords[known]} <Count of={counts[known] ?? 0} />
              </Chip>
            ))}
          </fieldset>
        )}
      </header>
      <Scroller label={title}>
        <HistoryPage key={state} of={of} id={id} query={{ state }} waits={{ isPaused, hasEmails }} />
      </Scroller>
    </Panel>
  );
}

function Count({ of }: { of: number }) {
  return <span className="font-normal tabular-nums">{formatCount(of)}</span>;
}

const FULL = 50;

type Waits = { isPaused: boolean; hasEmails: boolean };
type HistoryPageProps = Pick<Props, "of" | "id"> & { query: Query<Of>; waits: Waits };

function HistoryPage({ of, id, query, waits }: HistoryPageProps) {
  const read = useMails(of, id, query, waits);
  const { data } = read;
  const last = data?.mails.at(-1)?.id;
  if (!data) return <Pending read={read} className="min-h-40 pt-16" />;
  if (data.mails.length === 0) {
    if (query.before) return null;
    return <Empty text="No emails yet" hint="Every email and its result appears here." />;
  }
  return (
    <>
      <ul>
        {data.mails.map((mail) => (
          <MailItem key={mail.id} mail={mail} />
        ))}
      </ul>
      {last && data.mails.length === FULL && (
        <ShowMore>
          <HistoryPage of={of} id={id} query={{ ...query, before: last }} waits={waits} />
        </ShowMore>
      )}
    </>
  );
}

function MailItem({ mail }: { mail: Mail }) {
  const { data: timezone } = useRead("organization.timezone", {});
  const { act, pending } = useAct("mails.resend");
  const { data: me } = useMe();
  const { id, contact, toName, toAddress, reason, createdAt, sentAt } = mail;
  const name = contact?.name || toName || toAddress || "No name";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-b px-4 py-2.5 last:border-0">
      <ContactLink id={contact?.id} look="tap hover:underline" className="truncate font-medium">
        {name}
      </ContactLink>
      <span className="justify-self-end">
        <MailStateBadge mail={mail} />
      </span>
      <span className="grid gap-0.5 text-muted-foreground text-sm">
        <span className="tabular-nums">{formatMoment(sentAt ?? createdAt, timezone)}</span>
        {reason && <span className="wrap-anywhere">{reason}</span>}
      </span>
      {canBeSentAgain(mail, me) && (
        <Button
          busy={pending}
          aria-label={`Resend to ${name}`}
          onClick={() => !pending && act({ params: { id } })}
        >
          {!pending && <RotateCw size={16} strokeWidth={1.75} />}
          Resend
        </Button>
      )}
    </li>
  );
}

const OFTEN_MS = 3_000;
const SELDOM_MS = 60_000;

function useMails(of: Of, id: string, query: Query<Of>, waits: Waits) {
  return useRead(
    of,
    { params: { id }, query },
    // A new function for each rendering, because SWR stops calling one that returned 0.
    { refreshInterval: (read?: Mails) => againAfter(read, waits), keepPreviousData: true },
  );
}

function againAfter(read: Mails | undefined, { isPaused, hasEmails }: Waits): number {
  if (read && hasEmails && Object.keys(read.counts).length === 0) return OFTEN_MS;
  if (read?.counts.held && !isPaused) return OFTEN_MS;
  if (read?.counts.sending || read?.mails.some(isOnItsWay)) return OFTEN_MS;
  return read?.counts.queued ? SELDOM_MS : 0;
}
