"use client";
import { parseSegment } from "#components/segment/filter.ts";
import { FilterBar } from "#components/segment/filter-bar.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Select } from "#components/ui/select.tsx";
import { useBulk } from "#components/use-bulk.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Campaign } from "#lib/contract/campaigns.ts";
import { Outlook, type Recipients } from "./outlook.tsx";

type Person = { id: string; name: string };
type Props = {
  campaign: Campaign | null;
  where: string;
  isChosen: boolean;
  recipients: Recipients;
  onWhere: (where: string) => void;
  onChosen: (isChosen: boolean) => void;
  onPreview: (contact: Person) => void;
};

export function Audience(props: Props) {
  const { campaign, where, isChosen, recipients, onWhere, onChosen, onPreview } = props;
  const { data: segments = [] } = useRead("segments.list", {});
  const ofContacts = segments.filter(({ of }) => of === "contacts");
  const { run } = useBulk();
  const remove = ({ id, name }: Person) =>
    campaign &&
    void run(
      { do: "removeFromCampaign", campaignId: campaign.id },
      { ids: [id] },
      1,
      () => `${name || "Contact"} taken out`,
    );
  return (
    <section
      aria-labelledby="who"
      className="min-w-0 rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0"
    >
      <div className="flex flex-wrap items-center gap-3 px-4 pt-3.5 pb-3">
        <h2 id="who" className="flex-1">
          Who gets it
        </h2>
        {!isChosen && ofContacts.length > 0 && (
          <Select
            label="Use a saved segment"
            value={ofContacts.find(({ segment }) => segment === where)?.id ?? ""}
            placeholder="Use a saved segment"
            options={ofContacts.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => onWhere(ofContacts.find((one) => one.id === id)?.segment ?? where)}
            className="w-60 phone:w-full"
          />
        )}
      </div>
      {campaign?.chosen != null && (
        <fieldset className="flex flex-wrap gap-2 px-4 pb-3">
          <legend className="sr-only">Recipients</legend>
          <Chip pressed={isChosen} onPress={() => onChosen(true)}>
            Chosen contacts <span className="tabular-nums">{campaign.chosen.toLocaleString("en-US")}</span>
          </Chip>
          <Chip pressed={!isChosen} onPress={() => onChosen(false)}>
            A segment
          </Chip>
        </fieldset>
      )}
      {isChosen ? (
        <p className="px-4 pb-3 text-muted-foreground text-sm">
          Choose more in{" "}
          <PrefetchLink href="/dashboard/contacts" className="link">
            Contacts
          </PrefetchLink>{" "}
          and add them to this campaign.
        </p>
      ) : (
        <FilterBar
          of="contacts"
          segment={parseSegment(where)}
          onSegment={(next) => onWhere(JSON.stringify(next))}
          search=""
          onClose={() => {}}
        />
      )}
      <div className="border-t pt-3">
        <Outlook recipients={recipients} onPreview={onPreview} onRemove={isChosen ? remove : undefined} />
      </div>
    </section>
  );
}
