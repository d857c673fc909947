"use client";
import { MailCheck, MailOpen } from "lucide-react";
import { useMemo, useState } from "react";
import { SearchMiss } from "#components/list-empty.tsx";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { Empty } from "#components/ui/states.tsx";
import { failureText, listFailure } from "#lib/api/messages.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useList } from "#lib/api/use-list.ts";
import type { ListedSuppression } from "#lib/contract/suppressions.ts";
import { Filters } from "./filters.tsx";
import { notMailedColumns } from "./not-mailed-columns.tsx";

const MailModal = part(() => import("./mail-modal.tsx").then((module) => module.MailModal));
const LiftModal = part(() => import("#components/lift-modal.tsx").then((module) => module.LiftModal));
const openIcon = <MailOpen size={16} strokeWidth={1.75} aria-hidden="true" />;
const liftIcon = <MailCheck size={16} strokeWidth={1.75} aria-hidden="true" />;

/** The addresses that get no emails and why, then those for which somebody lifted that. */
export function NotMailed() {
  const { data: me } = useMe();
  const [search] = useSearch();
  const [openId, setOpenId] = useUrlState("mail");
  const [lifting, setLifting] = useState<ListedSuppression | null>(null);
  const list = useList("suppressions.list", search);
  const can = useCan();
  const may = useMay()("suppressions.lift");
  const canLift = may && can("suppressions.lift");

  const columns = useMemo(() => notMailedColumns(me?.timezone), [me?.timezone]);
  const actions = useMemo(
    () => (row: ListedSuppression) => {
      const { address, reason, liftedAt, mail } = row;
      const lift = {
        name: `Lift ${address}`,
        label: "Lift",
        icon: liftIcon,
        load: LiftModal.load,
        onSelect: () => setLifting(row),
      };
      const open = {
        name: `Open email to ${address}`,
        label: "Open email",
        hint: `Open “${mail?.name || "Not written"}”`,
        icon: openIcon,
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
        title="Not mailed"
        caption="Not mailed, what was lifted last"
        description={`Addresses that get no emails, and why.${may ? "" : " The owner and admins can lift it."}`}
        controls={null}
        filters={<Filters />}
        list={list}
        columns={columns}
        actions={actions}
        failure={list.error ? failureText(listFailure("suppressions.list"), list.error) : ""}
        empty={
          search ? (
            <SearchMiss />
          ) : (
            <Empty
              text="Everybody is mailed"
              hint="Who unsubscribes, and every address that does not exist, appears here."
            />
          )
        }
      />
      {openId && <MailModal id={openId} listed={undefined} onClose={() => setOpenId("")} />}
      {lifting && <LiftModal suppression={lifting} onClose={() => setLifting(null)} />}
    </>
  );
}
