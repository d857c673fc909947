"use client";
import { X } from "lucide-react";
import { useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Empty, Loading, Pending } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";

const number = new Intl.NumberFormat("en-US");
const FULL = 50;
type Show = "reached" | "skipped";
export type Recipients = { where: string } | { campaignId: string };
type Props = {
  recipients: Recipients;
  onPreview: (contact: { id: string; name: string }) => void;
  /** Only for individually chosen contacts. */
  onRemove?: ((contact: { id: string; name: string }) => void) | undefined;
};

/** Those who wouldn't receive it have a reason. */
export function Outlook({ recipients, onPreview, onRemove }: Props) {
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
        <strong className="font-semibold tabular-nums">{number.format(reached ?? 0)}</strong> of{" "}
        <span className="tabular-nums">{number.format(total ?? 0)}</span> get it.
        {days > 1 && ` Your mailbox sends ${perDay} a day: it takes ${days} days.`}
      </p>
      {out > 0 && (
        <ul aria-label="Who won’t get it" className="px-4 pb-2 text-muted-foreground text-sm">
          {skipped.map(({ reason, count }) => (
            <li key={reason} className="tabular-nums">
              {number.format(count ?? 0)} · {reason}
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

function People({ recipients, show, page, onPreview, onRemove }: Props & { show: Show; page: number }) {
  const [goesOn, setGoesOn] = useState(false);
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
              <PrefetchLink
                href={`/dashboard/contacts/profile/${id}`}
                className="tap truncate font-medium hover:underline"
              >
                {name || email || "No name"}
              </PrefetchLink>
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
                <X size={16} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {data.contacts.length === FULL &&
        (goesOn ? (
          <People {...{ recipients, show, onPreview, onRemove }} page={page + 1} />
        ) : (
          <div className="flex justify-center border-t p-3">
            <Button onClick={() => setGoesOn(true)}>Show more</Button>
          </div>
        ))}
    </>
  );
}
