import { MailStateBadge } from "#components/mail-state-badge.tsx";
import { NearLink } from "#components/shell/near-link.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import type { Mail } from "#lib/contract/mails.ts";
import { formatMoment } from "#lib/dates.ts";
import { kindWord, recipientName, subjectOf } from "./mail-words.ts";

type Opening = { timezone: string | undefined; onOpen: (mail: Mail) => void; load: () => void };

export function sentMailColumns({ timezone, onOpen, load }: Opening): Column<Mail>[] {
  return [
    {
      header: "Subject",
      phone: "title",
      cell: (mail) => (
        <button
          type="button"
          onClick={() => onOpen(mail)}
          onPointerEnter={load}
          onFocus={load}
          className="block max-w-[min(18rem,20vw)] touch-manipulation truncate py-0.5 text-left font-medium underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current group-hover:text-link phone:max-w-full"
        >
          {subjectOf(mail)}
        </button>
      ),
    },
    {
      header: "To",
      phone: "meta",
      className: "max-w-[min(12rem,13vw)] truncate phone:max-w-none",
      cell: (mail) => (
        <>
          <Recipient mail={mail} />
          <span className="hidden phone:inline"> · {when(mail, timezone)}</span>
        </>
      ),
    },
    {
      header: "About",
      phone: "hidden",
      className: "max-lg:hidden",
      cell: ({ kind }) => <span className="text-muted-foreground">{kindWord(kind)}</span>,
    },
    {
      header: "When",
      phone: "hidden",
      cell: (mail) => <span className="text-muted-foreground tabular-nums">{when(mail, timezone)}</span>,
    },
    { header: "State", phone: "aside", cell: ({ state }) => <MailStateBadge state={state} /> },
    {
      // Takes what room the others leave.
      header: "Reason",
      phone: "hidden",
      className: "w-full max-w-0",
      cell: ({ reason }) => (
        <span title={reason} className="block truncate text-muted-foreground text-sm">
          {reason}
        </span>
      ),
    },
  ];
}

function Recipient({ mail }: { mail: Mail }) {
  const name = recipientName(mail);
  if (!mail.contact?.id) return name;
  return (
    <NearLink href={`/dashboard/contacts/profile/${mail.contact.id}`} className="hover:underline">
      {name}
    </NearLink>
  );
}

function when({ sentAt, createdAt }: Mail, timezone?: string): string {
  return formatMoment(sentAt ?? createdAt, timezone) || "—";
}
