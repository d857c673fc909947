"use client";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Empty, Failed, Loading } from "#components/ui/states.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import type { Query } from "#lib/contract/contract.ts";
import { MailItem } from "./mail-item.tsx";
import { useMails } from "./use-mails.ts";

/** The host answers this many at once; fewer are the last. */
const FULL = 50;

/** A page of its mails and, once asked for, what is older: below the last mail that stands here by now. */
export function HistoryPage({ id, query }: { id: string; query: Query<"automations.mails"> }) {
  const [goesOn, setGoesOn] = useState(false);
  const { data, error, isValidating, mutate } = useMails(id, query);
  const slow = useDelayed(!data && !error);
  const last = data?.mails.at(-1)?.id;
  if (!data && error && !isValidating) return <Failed text={error.message} onRetry={() => mutate()} />;
  if (!data) return <div className="min-h-40 pt-16">{slow && <Loading />}</div>;
  if (data.mails.length === 0) {
    // The end may fall exactly on the end of a page.
    if (query.before) return null;
    return <Empty text="No emails yet" hint="Every email appears here with what became of it." />;
  }
  return (
    <>
      <ul>
        {data.mails.map((mail) => (
          <MailItem key={mail.id} mail={mail} />
        ))}
      </ul>
      {last && data.mails.length === FULL && goesOn && (
        <HistoryPage id={id} query={{ ...query, before: last }} />
      )}
      {last && data.mails.length === FULL && !goesOn && (
        <div className="flex justify-center border-t p-3">
          <Button onClick={() => setGoesOn(true)}>Show more</Button>
        </div>
      )}
    </>
  );
}
