import { useMemo, useState } from "react";
import { ContactLink } from "#components/contact-link.tsx";
import { SearchMiss } from "#components/list-empty.tsx";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { Badge } from "#components/ui/badge.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useList } from "#lib/api/use-list.ts";
import type { ListedSuppression } from "#lib/contract/suppressions.ts";
import { formatDate } from "#lib/dates.ts";
import { Filters } from "./filters.tsx";

const MailModal = part(() => import("./mail-modal.tsx"), "MailModal");
const LiftModal = part(() => import("#components/lift-modal.tsx"), "LiftModal");

export function NotMailed() {
  const { data: me } = useMe();
  const [search] = useSearch();
  const [openId, setOpenId] = useUrlState("mail");
  const [lifting, setLifting] = useState<ListedSuppression | null>(null);
  const list = useList("suppressions.list", search);
  const canLift = useMay()("suppressions.lift");

  const columns = useMemo(() => notMailedColumns(me?.timezone), [me?.timezone]);
  const actions = useMemo(
    () => (row: ListedSuppression) => {
      const { address, reason, liftedAt, mail } = row;
      const lift = {
        name: `Unblock ${address}`,
        label: "Unblock",
        icon: "mail-check" as const,
        load: LiftModal.load,
        onSelect: () => setLifting(row),
      };
      const open = {
        name: `Open email to ${address}`,
        label: "Open email",
        hint: `Open “${mail?.name || "Not written"}”`,
        icon: "mail-open" as const,
        load: MailModal.load,
        onSelect: () => setOpenId(mail?.id ?? ""),
      };
      return [...(canLift && !liftedAt && reason !== "erased" ? [lift] : []), ...(mail?.id ? [open] : [])];
    },
    [canLift, setOpenId],
  );

  return (
    <>
      <DataTable
        title="Blocked addresses"
        caption="Blocked addresses. Unblocked ones come last."
        description={`Addresses that get no emails, and why.${canLift ? "" : " The owner and admins can unblock them."}`}
        controls={null}
        filters={<Filters />}
        list={list}
        columns={columns}
        actions={actions}
        empty={
          search ? (
            <SearchMiss />
          ) : (
            <Empty
              text="No blocked addresses"
              hint="People who unsubscribe and addresses that don’t exist appear here."
            />
          )
        }
      />
      {openId && <MailModal id={openId} fromList={undefined} onClose={() => setOpenId("")} />}
      {lifting && <LiftModal suppression={lifting} onClose={() => setLifting(null)} />}
    </>
  );
}

const reasons: Record<string, string> = {
  unsubscribed: "Unsubscribed: automations send nothing",
  bounced: "Bounced: nothing is sent",
  erased: "Erased: nothing is sent, permanently",
};

function notMailedColumns(timezone: string | undefined): Column<ListedSuppression>[] {
  const since = ({ createdAt }: ListedSuppression) => formatDate(createdAt, timezone) || "—";
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
          <ContactLink id={row.contact?.id}>{row.contact?.name}</ContactLink>
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
        liftedAt ? <Badge tone="muted">Unblocked</Badge> : <Badge tone="warning">Blocked</Badge>,
    },
    {
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

function Why({ row, timezone }: { row: ListedSuppression; timezone: string | undefined }) {
  const { reason, said, liftedAt, liftedBy, liftedBecause } = row;
  const on = formatDate(liftedAt, timezone);
  const who = liftedBy
    ? `Unblocked by ${liftedBy} on ${on}`
    : `Unblocked automatically on ${on}, because the server refused several addresses in a row`;
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
