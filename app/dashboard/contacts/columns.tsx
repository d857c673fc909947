import clsx from "clsx";
import { useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { tagColor } from "#components/tag-chip.tsx";
import { withAvatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Money } from "#lib/contract/money.ts";
import type { Tag } from "#lib/contract/tags.ts";
import { yearlyFields } from "#lib/contract/yearly-fields.ts";
import { daysUntil, formatDate, readDay, today } from "#lib/dates.ts";
import { contactName, linksOf } from "#lib/person.ts";
import { fullName } from "#lib/text.ts";

type Shown = Contact & { spent?: number | null };

export function contactColumns(
  money: Money,
  timezone?: string,
  asked?: ReadonlySet<string>,
): Column<Shown>[] {
  const columns: Column<Shown>[] = [
    {
      header: "Name",
      phone: "title",
      className: "contact-title",
      cell: (contact) => <Name contact={contact} timezone={timezone} hasBirthday={!asked?.has("birthday")} />,
      sort: { by: "name", first: "asc" },
    },
    {
      header: "Phone Number",
      phone: "lead",
      className: "phone:pl-12!",
      cell: (contact) => {
        const { phone, email } = linksOf(contact);
        return phone ? (
          <CopiedLink {...phone} className={clsx("contact-phone", email && "list-dot")} />
        ) : (
          <span className="phone:hidden">—</span>
        );
      },
    },
    {
      header: "Email",
      phone: "meta",
      className: "contact-email",
      cell: (contact) => {
        const { phone, email } = linksOf(contact);
        return email ? (
          <CopiedLink {...email} className="contact-address" />
        ) : (
          <span className={phone ? "phone:hidden" : ""}>—</span>
        );
      },
    },
    {
      header: "Recent Sale",
      phone: "aside",
      cell: ({ recentSale }) => <RecentSale sale={recentSale} money={money} timezone={timezone} />,
      sort: { by: "recentSale", first: "desc" },
    },
  ];
  const own = segmentColumns(money, timezone).filter(({ sort }) => sort && asked?.has(sort.by));
  const [first, ...others] = own;
  if (!first) return columns;
  const kept = columns.map(
    (column): Column<Shown> => (column.phone === "aside" ? { ...column, phone: "hidden" } : column),
  );
  return kept.toSpliced(3, 0, { ...first, phone: "aside" }, ...others);
}

function segmentColumns(money: Money, timezone?: string): Column<Shown>[] {
  const day = (iso: string | null) => formatDate(iso, timezone).replace(/, \d+$/, "");
  return [
    ...yearlyFields.map(
      ({ key, label }): Column<Shown> => ({
        header: key === "birthday" ? "Next birthday" : label,
        phone: "hidden",
        cell: ({ [key]: date }) =>
          key === "birthday" ? (
            <BirthdayCell birthday={date} timezone={timezone} day={day(date)} />
          ) : (
            day(date)
          ),
        sort: { by: key, first: "asc" },
      }),
    ),
    {
      header: "Spent",
      phone: "hidden",
      className: "text-right tabular-nums",
      cell: ({ spent }) => (spent == null ? "" : money.format(spent)),
      sort: { by: "spent", first: "desc" },
    },
  ];
}

function BirthdayCell({ day, ...props }: BirthdayProps & { day: string }) {
  return Birthday(props) ?? day;
}

type NameProps = { contact: Contact; timezone?: string; hasBirthday: boolean };

function Name({ contact, timezone, hasBirthday }: NameProps) {
  const { id, birthday, tags = [] } = contact;
  const link = (
    <PrefetchLink
      href={`/dashboard/contacts/profile/${id}`}
      data-row-link=""
      {...withAvatar(id, fullName(contact), "contact-name")}
    >
      {contactName(contact)}
    </PrefetchLink>
  );
  const soon = hasBirthday && Birthday({ birthday, timezone, className: "ml-3 shrink-0 phone:hidden" });
  if (!soon && !tags?.length) return link;
  return (
    <span className="contact-line">
      {link}
      {soon}
      {tags && tags.length > 0 && <Tags tags={tags} />}
    </span>
  );
}

const SHOWN = 2;

function Tags({ tags }: { tags: readonly Tag[] }) {
  const names = tags.map(({ name }) => name).join(", ");
  const others = (shown: number) => (tags.length > shown ? `+${tags.length - shown}` : "");
  return (
    <span className="list-tags" title={names}>
      <span className="sr-only">Tags: </span>
      {tags.slice(0, SHOWN).map(({ id, name, color }) => (
        <span key={id} className={clsx("list-tag", tagColor(color))}>
          {name}
        </span>
      ))}
      {others(1) && (
        <span data-others={others(SHOWN)} data-others-phone={others(1)} className="list-others" />
      )}
    </span>
  );
}

type BirthdayProps = { birthday: string | null; timezone?: string; className?: string };

function Birthday({ birthday, timezone, className }: BirthdayProps) {
  const day = readDay(birthday, timezone);
  const days = day ? daysUntil(day, today(timezone)) : null;
  if (days === null || days > 7) return null;
  const when = days === 0 ? "Today" : days === 1 ? "Tomorrow" : `In ${days} days`;
  return (
    <Badge
      tone="gold"
      title={`Birthday ${when.toLowerCase()}`}
      className={clsx("align-top not-pointer-coarse:mt-0.5", className)}
    >
      <Icon is="cake" className="size-3.5" />
      <span className="sr-only">Birthday </span>
      <span className="tablet:sr-only">{when}</span>
    </Badge>
  );
}

type RecentSaleProps = { sale: Contact["recentSale"]; money: Money; timezone?: string };

function RecentSale({ sale, money, timezone }: RecentSaleProps) {
  if (!sale) return <span className="text-muted-foreground">No sales yet</span>;
  const day = formatDate(sale.createdAt, timezone, { short: true });
  return (
    <>
      {sale.cost !== null && <span className="contact-amount">{money.format(sale.cost)}</span>}
      <span className={clsx("contact-day", sale.cost !== null && "contact-day-aside")}>{day}</span>
    </>
  );
}

const CopyIcon = part(() => import("#components/ui/copy-icon.tsx"), "CopyIcon", { without: () => null });

/** Exists only while a pointer or the focus is near, because it would double the controls of a long list. */
function CopiedLink({ href, text, className }: { href: string; text: string; className: string }) {
  const [near, setNear] = useState(false);
  const come = () => setNear(true);
  return (
    <>
      <a
        href={href}
        title={near ? text : undefined}
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
