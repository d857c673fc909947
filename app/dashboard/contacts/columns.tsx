"use client";
import clsx from "clsx";
import { Cake } from "lucide-react";
import { type ReactNode, useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { Column } from "#components/ui/data-table.tsx";
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
      phone: "hidden",
      cell: ({ phoneNumber }) =>
        phoneNumber ? (
          <CopyBeside text={phoneNumber}>
            <a
              href={phoneLink(phoneNumber)}
              className="tap text-muted-foreground tabular-nums hover:underline"
            >
              {phoneNumber}
            </a>
          </CopyBeside>
        ) : (
          "—"
        ),
    },
    {
      header: "Email",
      phone: "meta",
      className:
        "max-w-[min(18rem,17vw)] truncate pr-8! tablet:max-w-[12vw] tablet:pr-1! phone:max-w-none phone:pr-0! phone:pl-12!",
      cell: ({ email, phoneNumber }) => (
        <span className="flex min-w-0">
          <span className="hidden shrink-0 whitespace-pre tabular-nums phone:inline">
            {phoneNumber}
            {phoneNumber && email && " · "}
          </span>
          {email ? (
            <CopyBeside text={email}>
              <a
                href={mailLink(email)}
                className="tap inline-block truncate not-pointer-coarse:-my-[3px] not-pointer-coarse:py-[3px] hover:underline"
              >
                {email}
              </a>
            </CopyBeside>
          ) : (
            <span className={phoneNumber && "phone:hidden"}>—</span>
          )}
        </span>
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
    <span className="flex min-w-0 items-center gap-3">
      <Avatar
        id={contact.id}
        name={fullName(contact)}
        className="phone:absolute phone:top-1/2 phone:left-4 phone:size-9 phone:-translate-y-1/2"
      />
      <PrefetchLink
        href={`/dashboard/contacts/profile/${contact.id}`}
        data-row-link={contact.id}
        className="max-w-[min(20rem,20vw)] tap truncate not-pointer-coarse:py-0.5 font-medium underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current group-hover:text-link phone:max-w-none phone:pl-12"
      >
        {contactName(contact)}
      </PrefetchLink>
      <Birthday birthday={contact.birthday} timezone={timezone} />
    </span>
  );
}

function Birthday({ birthday, timezone }: { birthday: string | null; timezone?: string }) {
  const day = readDay(birthday, timezone);
  const days = day ? daysUntil(day, today(timezone)) : null;
  if (days === null || days > 7) return null;
  const when = days === 0 ? "Today" : days === 1 ? "Tomorrow" : `In ${days} days`;
  return (
    <span className="phone:hidden">
      <Badge tone="gold" title={`Birthday ${when.toLowerCase()}`}>
        <Cake size={14} aria-hidden="true" />
        <span className="sr-only">Birthday </span>
        <span className="tablet:sr-only">{when}</span>
      </Badge>
    </span>
  );
}

/** Whatever the host tells of it: amount, date, or both. */
function RecentSale({ sale, timezone }: { sale: Contact["recentSale"]; timezone?: string }) {
  if (!sale) return <span className="text-muted-foreground">No sales yet</span>;
  const day = formatDay(readDay(sale.createdAt, timezone), { short: true, timezone });
  return (
    <span className="tabular-nums">
      {sale.cost !== null && (
        <span className="mr-2 inline-block min-w-21 text-right font-medium tablet:mr-0 phone:mr-0 phone:min-w-0">
          {money(sale.cost)}
        </span>
      )}
      <span className={clsx("text-muted-foreground", sale.cost !== null && "tablet:hidden phone:hidden")}>
        {day}
      </span>
    </span>
  );
}

const CopyIcon = part(() => import("#components/ui/copy-icon.tsx").then((module) => module.CopyIcon), {
  without: () => null,
});

/**
 * A text that can be copied by a button at its right. The button exists once a pointer or the focus came near: a long
 * list would double its controls otherwise. It stands in the padding of the table's cell.
 */
function CopyBeside({ text, children }: { text: string; children: ReactNode }) {
  const [near, setNear] = useState(false);
  const come = () => setNear(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only where the pointer is
    <span
      onPointerEnter={come}
      onFocus={come}
      className="group/copy relative inline-flex min-w-0 max-w-full items-center"
    >
      {children}
      {near && <CopyIcon text={text} />}
    </span>
  );
}
