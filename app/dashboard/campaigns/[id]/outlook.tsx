"use client";
import { useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Empty, Failed, Loading } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";

const number = new Intl.NumberFormat("en-US");
const FULL = 50;
type Show = "reached" | "skipped";
type Props = { where: string; onPreview: (contact: { id: string; name: string }) => void };

/** Who would get it now and who would not, with the reasons; pressing somebody shows their mail. */
export function Outlook({ where, onPreview }: Props) {
  const [show, setShow] = useState<Show>("reached");
  const { data, error, mutate } = useRead("campaigns.outlook", { query: { where, show } });
  if (error && !data) return <Failed text={error.message} onRetry={() => mutate()} />;
  if (!data) return <Loading label="Counting…" />;
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
        <ul aria-label="Who does not get it" className="px-4 pb-2 text-muted-foreground text-sm">
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
          Do not get it
        </Chip>
      </fieldset>
      <ScrollRegion
        aria-label="People, scrollable"
        className="relative border-t max-h-90 overflow-y-auto overscroll-contain"
      >
        <People key={`${where} ${show}`} where={where} show={show} page={1} onPreview={onPreview} />
      </ScrollRegion>
    </>
  );
}

function People({ where, show, page, onPreview }: Props & { show: Show; page: number }) {
  const [goesOn, setGoesOn] = useState(false);
  const { data } = useRead("campaigns.outlook", { query: { where, show, ...(page > 1 && { page }) } });
  if (!data) return <Loading />;
  if (data.contacts.length === 0)
    return page === 1 ? <Empty text="Nobody" hint="Nobody fits here now." /> : null;
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
          </li>
        ))}
      </ul>
      {data.contacts.length === FULL &&
        (goesOn ? (
          <People where={where} show={show} page={page + 1} onPreview={onPreview} />
        ) : (
          <div className="flex justify-center border-t p-3">
            <Button onClick={() => setGoesOn(true)}>Show more</Button>
          </div>
        ))}
    </>
  );
}
