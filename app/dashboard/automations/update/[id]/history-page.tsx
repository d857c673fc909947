"use client";
import { Button } from "#components/ui/button.tsx";
import { Empty, Failed, Loading } from "#components/ui/states.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import type { Query } from "#lib/contract/contract.ts";
import { MailItem } from "./mail-item.tsx";
import { useMails } from "./use-mails.ts";

/** The host answers this many at once; fewer are the last. */
const FULL = 50;

type Props = {
  id: string;
  query: Query<"automations.mails">;
  /** Asks for what is older than the mail with this id; absent where that is asked for already. */
  onMore?: (before: string) => void;
};

export function HistoryPage({ id, query, onMore }: Props) {
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
      {last && onMore && data.mails.length === FULL && (
        <div className="flex justify-center border-t p-3">
          <Button onClick={() => onMore(last)}>Show more</Button>
        </div>
      )}
    </>
  );
}
