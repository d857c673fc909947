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
            className={clsx(
              "text-muted-foreground tabular-nums",
              email && "phone:after:mx-1 phone:after:content-['·']",
            )}
          />
        ) : (
          <span className="phone:hidden">—</span>
        ),
    },
    {
      header: "Email",
      phone: "meta",
      className:
        "max-w-[min(18rem,17vw)] truncate pr-8! tablet:max-w-[12vw] tablet:pr-1! phone:max-w-none phone:pr-0!",
      cell: ({ email, phoneNumber }) =>
        email ? (
          <CopiedLink
            href={mailLink(email)}
            text={email}
            className="max-w-full truncate not-pointer-coarse:-my-[3px] not-pointer-coarse:py-[3px]"
          />
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
        data-row-link={contact.id}
        {...withAvatar(
          contact.id,
          fullName(contact),
          "inline-block max-w-[min(20rem,20vw)] tap truncate align-top not-pointer-coarse:py-0.5 font-medium underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current group-hover:text-link phone:max-w-full",
        )}
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
      {sale.cost !== null && (
        <span className="mr-2 inline-block min-w-21 text-right font-medium tabular-nums tablet:mr-0 phone:mr-0 phone:min-w-0">
          {money(sale.cost)}
        </span>
      )}
      <span
        className={clsx(
          "text-muted-foreground tabular-nums",
          sale.cost !== null && "tablet:hidden phone:hidden",
        )}
      >
        {day}
      </span>
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
        className={clsx("peer/copied tap inline-block align-top hover:underline", className)}
      >
        {text}
      </a>
      {near && <CopyIcon text={text} />}
    </>
  );
}
