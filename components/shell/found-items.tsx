"use client";
import { Mail, ReceiptText, StickyNote } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "#components/ui/avatar.tsx";
import { useSettled } from "#components/ui/use-delayed.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";
import { contactDetail, phonePart, textPart } from "#lib/contact-detail.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { FoundRecords } from "#lib/contract/search.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { fullName, money } from "#lib/text.ts";

/** One line of the palette. `value` tells it from all others. */
export type Item = { value: string; run: () => void; icon: ReactNode; label: ReactNode; aside?: ReactNode };
export type Group = { heading: string; items: Item[] };

/** Makes what opens an address. */
type Open = (href: string) => () => void;

export function personItem(id: string, name: string, run: () => void): Item {
  return { value: id, run, label: name, icon: <Avatar id={id} name={name} className="size-7!" /> };
}

/** The sales, notes and mails that were found, each with the words it was found by. */
export function recordGroups(found: FoundRecords, search: string, open: Open, timezone?: string): Group[] {
  const day = (iso: string | null) => formatDay(readDay(iso, timezone), { short: true, timezone });
  return [
    {
      heading: "Sales",
      items: found.sales.map(({ id, invoiceNumber, contact, cost, createdAt }) => ({
        value: `sale ${id}`,
        run: open(`/dashboard/sales?q=${encodeURIComponent(invoiceNumber)}`),
        icon: <ReceiptText size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />,
        label: <Marked text={invoiceNumber} search={search} />,
        aside: <Aside>{[contact?.name, cost !== null && money(cost), day(createdAt)]}</Aside>,
      })),
    },
    {
      heading: "Notes",
      items: found.notes.flatMap(({ id, contact, excerpt, createdAt }) =>
        contact?.id
          ? {
              value: `note ${id}`,
              run: open(`/dashboard/contacts/profile/${contact.id}`),
              icon: <StickyNote size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />,
              label: <Marked text={excerpt} search={search} />,
              aside: <Aside>{[contact.name, day(createdAt)]}</Aside>,
            }
          : [],
      ),
    },
    {
      heading: "Mail",
      items: found.mails.map(({ id, toName, subject, createdAt }) => ({
        value: `mail ${id}`,
        run: open(`/dashboard/mail?mail=${id}`),
        icon: <Mail size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />,
        label: <Marked text={subject || "No subject"} search={search} />,
        aside: <Aside>{[toName, day(createdAt)]}</Aside>,
      })),
    },
  ];
}

function Aside({ children }: { children: (string | false | undefined)[] }) {
  return (
    <span className="ml-auto shrink-0 text-muted-foreground">{children.filter(Boolean).join(" · ")}</span>
  );
}

type WhyProps = { contact: Contact; search: string; twins: Set<string>; timezone?: string };

/** What of a contact was found, where that is not the name; and what tells two of one name apart. */
export function Why({ contact, search, twins, timezone }: WhyProps) {
  const { email, phoneNumber } = contact;
  return (
    <span className="truncate text-muted-foreground">
      {phonePart(phoneNumber, search) ? (
        <Marked text={phoneNumber} search={search} />
      ) : twins.has(fullName(contact)) ? (
        contactDetail(contact, timezone)
      ) : (
        <Marked text={email} search={textPart(fullName(contact), search) ? "" : search} />
      )}
    </span>
  );
}

/** A text with the part of it that was searched for. */
function Marked({ text, search }: { text: string; search: string }) {
  const part = phonePart(text, search) ?? textPart(text, search);
  if (!part) return <span className="truncate">{text}</span>;
  const [from, to] = part;
  return (
    <span className="truncate">
      {text.slice(0, from)}
      <mark className="bg-transparent font-semibold text-foreground underline">{text.slice(from, to)}</mark>
      {text.slice(to)}
    </span>
  );
}

const NOTHING = { sales: [], notes: [], mails: [] };

/**
 * What the host finds 300 ms after the last key: up to five contacts, and as many sales, notes and mails where it
 * searches those. `askNow` does not wait for another key.
 */
export function useFoundRecords(text: string) {
  const wanted = text.trim();
  const [search, askNow] = useSettled(wanted);
  const can = useCan();
  const asked = search && wanted;
  const contacts = useRead("contacts.list", asked ? { query: { page: 1, limit: 5, search } } : null);
  const others = useRead("search.records", asked && can("search.records") ? { query: { search } } : null);
  const busy = wanted !== search || contacts.isValidating || others.isValidating;
  return {
    contacts: (asked && contacts.data) || [],
    ...((asked && others.data) || NOTHING),
    busy,
    askNow,
    failed: asked !== "" && !busy && (contacts.error ?? others.error) !== undefined,
    retry: () => void [contacts.mutate(), others.mutate()],
  };
}
