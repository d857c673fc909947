import { X } from "lucide-react";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { ContactLink } from "#components/contact-link.tsx";
import { ShowMore } from "#components/scroller.tsx";
import { parseSegment } from "#components/segment/filter.ts";
import { FilterBar } from "#components/segment/filter-bar.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Select } from "#components/ui/select.tsx";
import { Empty, Loading, Pending } from "#components/ui/states.tsx";
import { useBulk } from "#components/use-bulk.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Campaign } from "#lib/contract/campaigns.ts";
import { formatCount } from "#lib/text.ts";

type Person = { id: string; name: string };
type Props = { campaign: Campaign | null; recipients: Recipients; onPreview: (contact: Person) => void };

export function Audience({ campaign, recipients, onPreview }: Props) {
  const { setValue } = useFormContext();
  const [where, isChosen]: [string, boolean] = useWatch({ name: ["where", "isChosen"] });
  const set = (field: "where" | "isChosen", value: string | boolean) =>
    setValue(field, value, { shouldDirty: true });
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
    <section aria-labelledby="who" className="card min-w-0">
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
            onChange={(id) => set("where", ofContacts.find((one) => one.id === id)?.segment ?? where)}
            className="w-60 phone:w-full"
          />
        )}
      </div>
      {campaign?.chosen != null && (
        <fieldset className="flex flex-wrap gap-2 px-4 pb-3">
          <legend className="sr-only">Recipients</legend>
          <Chip pressed={isChosen} onPress={() => set("isChosen", true)}>
            Selected contacts <span className="tabular-nums">{campaign.chosen.toLocaleString("en-US")}</span>
          </Chip>
          <Chip pressed={!isChosen} onPress={() => set("isChosen", false)}>
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
          onSegment={(next) => set("where", JSON.stringify(next))}
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

const FULL = 50;
type Show = "reached" | "skipped";
type Recipients = { where: string } | { campaignId: string };
type OutlookProps = {
  recipients: Recipients;
  onPreview: (contact: Person) => void;
  onRemove?: ((contact: Person) => void) | undefined;
};

function Outlook({ recipients, onPreview, onRemove }: OutlookProps) {
  const [show, setShow] = useState<Show>("reached");
  const read = useRead("campaigns.outlook", { query: { ...recipients, show } });
  const { data } = read;
  if (!data) return <Pending read={read} label="Counting…" />;
  const { total, reached, skipped, perDay } = data;
  const out = (total ?? 0) - (reached ?? 0);
  const days = perDay ? Math.ceil((reached ?? 0) / perDay) : 0;
  return (
    <>
      <p role="status" className="px-4 pb-2">
        <strong className="font-semibold tabular-nums">{formatCount(reached ?? 0)}</strong> of{" "}
        <span className="tabular-nums">{formatCount(total ?? 0)}</span> get it.
        {days > 1 && ` Your mailbox sends ${perDay} a day: it takes ${days} days.`}
      </p>
      {out > 0 && (
        <ul aria-label="Who won’t get it" className="px-4 pb-2 text-muted-foreground text-sm">
          {skipped.map(({ reason, count }) => (
            <li key={reason} className="tabular-nums">
              {formatCount(count ?? 0)} · {reason}
            </li>
          ))}
        </ul>
      )}
      <fieldset className="flex flex-wrap gap-2 px-4 pb-3">
        <legend className="sr-only">Show</legend>
        <Chip pressed={show === "reached"} onPress={() => setShow("reached")}>
          Get it
        </Chip>
        <Chip pressed={show === "skipped"} onPress={() => setShow("skipped")}>
          Won’t get it
        </Chip>
      </fieldset>
      <ScrollRegion
        aria-label="People, scrollable"
        className="relative border-t max-h-90 overflow-y-auto overscroll-contain"
      >
        <People
          key={`${JSON.stringify(recipients)} ${show}`}
          {...{ recipients, show, onPreview, onRemove }}
          page={1}
        />
      </ScrollRegion>
    </>
  );
}

type PeopleProps = OutlookProps & { show: Show; page: number };

function People({ recipients, show, page, onPreview, onRemove }: PeopleProps) {
  const { data } = useRead("campaigns.outlook", {
    query: { ...recipients, show, ...(page > 1 && { page }) },
  });
  if (!data) return <Loading />;
  if (data.contacts.length === 0)
    return page === 1 ? <Empty text="Nobody" hint="No contacts match right now." /> : null;
  return (
    <>
      <ul>
        {data.contacts.map(({ id, name, email, skipped }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 border-b px-4 py-2 last:border-0">
            <span className="grid min-w-0 flex-1">
              <ContactLink id={id} look="tap hover:underline" className="truncate font-medium">
                {name || email || "No name"}
              </ContactLink>
              <span className="truncate text-muted-foreground text-sm">{skipped || email}</span>
            </span>
            {!skipped && (
              <Button
                variant="ghost"
                aria-label={`Preview for ${name || email}`}
                onClick={() => onPreview({ id, name: name || email })}
              >
                Preview
              </Button>
            )}
            {onRemove && (
              <IconButton
                label={`Take ${name || email || "No name"} out`}
                onClick={() => onRemove({ id, name: name || email })}
              >
                <X size={16} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {data.contacts.length === FULL && (
        <ShowMore>
          <People {...{ recipients, show, onPreview, onRemove }} page={page + 1} />
        </ShowMore>
      )}
    </>
  );
}
