import { momentIn } from "#lib/calendar/slot-days.ts";

type Props = { startsAt: string | null; timezone: string; storeTimezone: string };

/** When it is, for its visitor and at the store. */
export function When({ startsAt, timezone, storeTimezone }: Props) {
  if (!startsAt) return null;
  const [theirs, ours] = [momentIn(timezone, startsAt), momentIn(storeTimezone, startsAt)];
  return (
    <>
      <p className="font-semibold text-lg">{theirs}</p>
      {ours !== theirs && <p>{ours} at the store</p>}
    </>
  );
}
