"use client";
import clsx from "clsx";
import { useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { withAvatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import type { Contact } from "#lib/contract/contacts.ts";
import { daysUntil, formatDay, readDay, today } from "#lib/dates.ts";
import { mailLink, phoneLink } from "#lib/links.ts";
import { fullName, money } from "#lib/text.ts";

/** The columns of SPEC.md; dates are the user's. */
export function contactColumns(timezone?: string): Column<Contact>[] {
  return [
    { header: "Name", phone: "title", cell: (contact) => <Name contact={contact} timezone={timezone} /> },
    {
      header: "Phone Number",
      phone: "lead",
      className: "phone:pl-12!",
      cell: ({ phoneNumber, email }) =>
        phoneNumber ? (
          <CopiedLink
            href={phoneLink(phoneNumber)}
            text={phoneNumber}
            className={clsx("contact-phone", email && "contact-dot")}
          />
        ) : (
          <span className="phone:hidden">—</span>
        ),
    },
    {
      header: "Email",
      phone: "meta",
      className: "contact-email",
      cell: ({ email, phoneNumber }) =>
        email ? (
          <CopiedLink href={mailLink(email)} text={email} className="contact-address" />
        ) : (
          <span className={phoneNumber && "phone:hidden"}>—</span>
        ),
    },
    {
      header: "Recent Sale",
      phone: "aside",
      cell: ({ recentSale }) => <RecentSale sale={recentSale} timezone={timezone} />,
    },
  ];
}

/** What the contact is called, on the screen and in the names of its actions. */
export function contactName(contact: Contact): string {
  return fullName(contact) || contact.email || "No name";
}

function Name({ contact, timezone }: { contact: Contact; timezone?: string }) {
  return (
    <>
      <PrefetchLink
        href={`/dashboard/contacts/profile/${contact.id}`}
        data-row-link=""
        {...withAvatar(contact.id, fullName(contact), "contact-name")}
      >
        {contactName(contact)}
      </PrefetchLink>
      <Birthday birthday={contact.birthday} timezone={timezone} />
    </>
  );
}

function Birthday({ birthday, timezone }: { birthday: string | null; timezone?: string }) {
  const day = readDay(birthday, timezone);
  const days = day ? daysUntil(day, today(timezone)) : null;
  if (days === null || days > 7) return null;
  const when = days === 0 ? "Today" : days === 1 ? "Tomorrow" : `In ${days} days`;
  return (
    <Badge
      tone="gold"
      title={`Birthday ${when.toLowerCase()}`}
      className="ml-3 align-top not-pointer-coarse:mt-0.5 phone:hidden"
    >
      <Icon is="cake" className="size-3.5" />
      <span className="sr-only">Birthday </span>
      <span className="tablet:sr-only">{when}</span>
    </Badge>
  );
}

/** Whatever the host tells of it: amount, date, or both. */
function RecentSale({ sale, timezone }: { sale: Contact["recentSale"]; timezone?: string }) {
  if (!sale) return <span className="text-muted-foreground">No sales yet</span>;
  const day = formatDay(readDay(sale.createdAt, timezone), { short: true, timezone });
  return (
    <>
      {sale.cost !== null && <span className="contact-amount">{money(sale.cost)}</span>}
      <span className={clsx("contact-day", sale.cost !== null && "contact-day-aside")}>{day}</span>
    </>
  );
}

const CopyIcon = part(() => import("#components/ui/copy-icon.tsx").then((module) => module.CopyIcon), {
  without: () => null,
});

/**
 * A link whose text can be copied by a button at its right. The button exists once a pointer or the focus came near: a
 * long list would double its controls otherwise. It stands in the padding of the table's cell.
 */
function CopiedLink({ href, text, className }: { href: string; text: string; className: string }) {
  const [near, setNear] = useState(false);
  const come = () => setNear(true);
  return (
    <>
      <a
        href={href}
        onPointerEnter={come}
        onFocus={come}
        className={clsx("peer/copied copied-link", className)}
      >
        {text}
      </a>
      {near && <CopyIcon text={text} />}
    </>
  );
}
