"use client";
import { Megaphone } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay } from "#components/shell/use-me.ts";
import { part } from "#components/ui/part.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Campaign } from "#lib/contract/campaigns.ts";
import { Sent } from "./sent.tsx";

const Draft = part(() => import("./draft.tsx"), "Draft");
const POLL_MS = 3_000;

export function CampaignScreen() {
  const { id } = useParams<{ id: string }>();
  const may = useMay()("campaigns.create");
  if (!/^[\w-]{1,64}$/.test(id) || (id === "new" && !may)) return <NotFound />;
  return id === "new" ? <Draft campaign={null} /> : <One key={id} id={id} />;
}

function NotFound() {
  return (
    <EmptyScreen
      icon={Megaphone}
      title="Campaign not found"
      text="It may have been deleted, or part of the link is missing."
      href="/dashboard/campaigns"
      back="Back"
    />
  );
}

function One({ id }: { id: string }) {
  const may = useMay()("campaigns.update");
  // It isn't read again while it is deleted.
  const [isLeaving, setLeaving] = useState(false);
  const read = useRead("campaigns.get", isLeaving ? null : { params: { id } }, {
    refreshInterval: (read?: Campaign) => (moves(read) ? POLL_MS : 0),
  });
  const { data, error } = read;
  // Also if it was shown before: its creation may have been undone.
  if (error?.status === 404 || error?.status === 400) return <NotFound />;
  if (data)
    return data.state === "draft" && may ? (
      <Draft campaign={data} onLeaving={setLeaving} />
    ) : (
      <Sent campaign={data} />
    );
  return (
    <section className="min-h-96 rounded-lg border bg-card pt-24 shadow-1">
      <ScreenTitle>Campaign</ScreenTitle>
      <h1 className="sr-only">Campaign</h1>
      <Pending read={read} className="" />
    </section>
  );
}

function moves(read?: Campaign): boolean {
  return read?.state === "running" || read?.state === "scheduled";
}
