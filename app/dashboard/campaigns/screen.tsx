"use client";
import { useRouter } from "next/navigation";
import { useEffect, useMemo } from "react";
import { NewButton } from "#components/new-button.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay } from "#components/shell/use-me.ts";
import { TemplatesNav } from "#components/templates-nav.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import type { RowAction } from "#components/ui/row-actions.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useReload } from "#lib/api/cache.ts";
import { useList } from "#lib/api/use-list.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Campaign } from "#lib/contract/campaigns.ts";
import { plural } from "#lib/text.ts";
import { StateBadge, whenWords } from "./state.tsx";

export function CampaignsScreen() {
  return (
    <>
      <ScreenTitle>Campaigns</ScreenTitle>
      <TemplatesNav />
      <Campaigns />
    </>
  );
}

const NEW = "/dashboard/campaigns/new";
const POLL_MS = 3_000;
const noActions = (): RowAction[] => [];

function Campaigns() {
  const router = useRouter();
  const may = useMay()("campaigns.create");
  const { data: timezone } = useRead("organization.timezone", {});
  const list = useList("campaigns.list");
  const columns = useMemo(() => columnsOf(timezone), [timezone]);
  const reload = useReload("campaigns.list");
  const isSending = list.rows?.some(({ state }) => state === "running") ?? false;
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => document.hidden || reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isSending, reload]);
  const add = may ? <NewButton onClick={() => router.push(NEW)} /> : null;
  return (
    <DataTable
      title="Campaigns"
      description="Send one email to many contacts."
      controls={add}
      list={list}
      columns={columns}
      actions={noActions}
      empty={
        <Empty
          text="No campaigns yet"
          hint="A campaign sends one template to the contacts you choose. Use it for invitations, new collections or holidays."
        />
      }
    />
  );
}

function columnsOf(timezone: string | undefined): Column<Campaign>[] {
  return [
    {
      header: "Name",
      phone: "title",
      cell: ({ id, name }) => (
        <PrefetchLink href={`/dashboard/campaigns/${id}`} data-row-link="" className="tap list-link">
          {name || "No name"}
        </PrefetchLink>
      ),
    },
    { header: "State", phone: "aside", cell: (campaign) => <StateBadge campaign={campaign} /> },
    {
      header: "People",
      phone: "lead",
      className: "tabular-nums",
      cell: ({ audience, startedAt }) =>
        startedAt ? (
          <span className="list-dot">{plural(audience ?? 0, "person").replace("persons", "people")}</span>
        ) : (
          <None />
        ),
    },
    {
      header: "When",
      phone: "meta",
      className: "text-muted-foreground tabular-nums",
      cell: (campaign) => whenWords(campaign, timezone) || <None />,
    },
  ];
}

function None() {
  return <span className="phone:hidden">—</span>;
}
