import { MailStateBadge } from "#components/mail-state-badge.tsx";
import { NearLink } from "#components/shell/near-link.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import type { Mail } from "#lib/contract/mails.ts";
import { kindWord, recipientName, subjectOf, whenWords, whyWords } from "./mail-words.ts";

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
          className="block max-w-[min(18rem,20vw)] touch-manipulation tap truncate not-pointer-coarse:py-0.5 text-left font-medium underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current group-hover:text-link phone:max-w-full"
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
          <span className="hidden phone:inline"> · {whenWords(mail, timezone)}</span>
          <span className="hidden whitespace-normal phone:block">{whyWords(mail)}</span>
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
      cell: (mail) => <span className="text-muted-foreground tabular-nums">{whenWords(mail, timezone)}</span>,
    },
    { header: "State", phone: "aside", cell: ({ state }) => <MailStateBadge state={state} /> },
    {
      // Takes what room the others leave.
      header: "Why, and what to do",
      phone: "hidden",
      className: "w-full min-w-40 max-w-0",
      cell: (mail) => (
        <span
          className="line-clamp-3 whitespace-normal py-1 text-muted-foreground text-sm"
          title={whyWords(mail)}
        >
          {whyWords(mail)}
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
