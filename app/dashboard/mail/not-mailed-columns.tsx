import { NearLink } from "#components/shell/near-link.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import type { ListedSuppression } from "#lib/contract/suppressions.ts";
import { formatDay, readDay } from "#lib/dates.ts";

const reasons: Record<string, string> = {
  unsubscribed: "Unsubscribed: automations send nothing",
  bounced: "Bounced: nothing is sent",
  erased: "Erased: nothing is sent, for good",
};

export function notMailedColumns(timezone: string | undefined): Column<ListedSuppression>[] {
  const since = ({ createdAt }: ListedSuppression) => dayWords(createdAt, timezone) || "—";
  return [
    {
      header: "Address",
      phone: "title",
      className: "max-w-[min(18rem,20vw)] phone:max-w-none truncate font-medium",
      cell: ({ address }) => <span title={address}>{address}</span>,
    },
    {
      header: "Contact",
      phone: "meta",
      className: "max-w-[min(12rem,13vw)] truncate phone:max-w-none",
      cell: (row) => (
        <>
          <Contact contact={row.contact} />
          <span className="hidden phone:inline">
            {row.contact && " · "}
            {since(row)}
          </span>
          <span className="hidden whitespace-normal phone:block">
            <Why row={row} timezone={timezone} />
          </span>
        </>
      ),
    },
    {
      header: "Since",
      phone: "hidden",
      cell: (row) => <span className="text-muted-foreground tabular-nums">{since(row)}</span>,
    },
    {
      header: "State",
      phone: "aside",
      cell: ({ liftedAt }) =>
        liftedAt ? <Badge tone="muted">Lifted</Badge> : <Badge tone="warning">Not mailed</Badge>,
    },
    {
      // Takes what room the others leave.
      header: "Why",
      phone: "hidden",
      className: "w-full min-w-56 max-w-0",
      cell: (row) => (
        <span className="block whitespace-normal wrap-anywhere py-1 text-muted-foreground text-sm">
          <Why row={row} timezone={timezone} />
        </span>
      ),
    },
  ];
}

function Contact({ contact }: Pick<ListedSuppression, "contact">) {
  if (!contact?.id) return contact?.name ?? "";
  return (
    <NearLink href={`/dashboard/contacts/profile/${contact.id}`} className="hover:underline">
      {contact.name}
    </NearLink>
  );
}

/** The reason, the server's words, and who lifted it when. */
function Why({ row, timezone }: { row: ListedSuppression; timezone: string | undefined }) {
  const { reason, said, liftedAt, liftedBy, liftedBecause } = row;
  const on = dayWords(liftedAt, timezone);
  const who = liftedBy
    ? `Lifted by ${liftedBy} on ${on}`
    : `Lifted by itself on ${on}, for the server refused several addresses in a row`;
  return (
    <>
      {reasons[reason] ?? reason}
      {said && (
        <span className="line-clamp-3" title={said}>
          “{said}”
        </span>
      )}
      {liftedAt && (
        <span className="block">
          {who}
          {liftedBecause && `: ${liftedBecause}`}
        </span>
      )}
    </>
  );
}

function dayWords(iso: string | null, timezone: string | undefined): string {
  return formatDay(readDay(iso, timezone), { timezone });
}
