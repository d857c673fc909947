"use client";
import { Megaphone } from "lucide-react";
import { useRouter } from "next/navigation";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Body } from "#lib/contract/contract.ts";
import { plural } from "#lib/text.ts";

type What = Body<"contacts.bulk">["what"];

type Props = {
  count: number;
  /** If all contacts of a segment are selected, a new campaign uses the segment. */
  where: string | undefined;
  /** The id of the created campaign, or "". */
  onAdd: (what: What, said: (some: string) => string) => Promise<string>;
  className: string;
};

export function CampaignMenu({ count, where, onAdd, className }: Props) {
  const router = useRouter();
  const { data = [] } = useRead("campaigns.list", { query: { state: "draft" } });
  const drafts = data.filter(({ chosen }) => chosen !== null);

  async function begin() {
    const name = `Campaign for ${plural(count, "contact")}`;
    const id = await onAdd({ do: "newCampaign", name }, (some) => `${some} added to a new campaign`);
    if (id) router.push(`/dashboard/campaigns/${id}`);
  }

  const first: MenuItem =
    where === undefined
      ? { label: "New campaign", onSelect: () => void begin() }
      : {
          label: "New campaign for this segment",
          href: `/dashboard/campaigns/new?where=${encodeURIComponent(where)}`,
        };
  return (
    <Menu
      label="Add to campaign"
      className={className}
      items={[
        first,
        ...drafts.map(({ id, name, chosen }, at) => ({
          label: `${name || "No name"} · ${chosen?.toLocaleString("en-US")}`,
          ...(at === 0 && { heading: "Drafts of chosen contacts" }),
          onSelect: () =>
            void onAdd({ do: "addToCampaign", campaignId: id }, (some) => `${some} added to “${name}”`),
        })),
      ]}
    >
      <Megaphone size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="phone:hidden">Add to campaign</span>
      <span className="md:hidden">Campaign</span>
    </Menu>
  );
}
