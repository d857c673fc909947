import clsx from "clsx";
import { useSettled } from "#components/ui/use-delayed.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import { formatCount } from "#lib/text.ts";
import type { Condition, Segment } from "./fields.ts";

const countRows = { contacts: "contacts.count", sales: "sales.count" } as const;

export function Alone({ of, condition }: { of: SegmentSubject; condition: Condition }) {
  const [where] = useSettled(JSON.stringify([[condition]]));
  const { data } = useRead(countRows[of], { query: { where } }, { keepPreviousData: true });
  return (
    <span role="status">
      {data ? `${countText(data)} match${data.count === 1 ? "es" : ""} this condition` : ""}
    </span>
  );
}

type Counted = { count: number | null; of: number | null; isExact: boolean };

function countText({ count, isExact }: Counted): string {
  return `${isExact ? "" : "about "}${formatCount(count ?? 0)}`;
}

type CountProps = { of: SegmentSubject; segment: Segment; search: string; bare?: boolean };

export function Count({ of, segment, search, bare }: CountProps) {
  const [where] = useSettled(JSON.stringify(segment));
  const { data } = useRead(countRows[of], { query: { where, search } }, { keepPreviousData: true });
  return (
    <span
      role="status"
      title={data && !data.isExact ? "Too many to count quickly" : undefined}
      className={clsx("tabular-nums", !bare && "text-muted-foreground text-sm")}
    >
      {data && (
        <>
          <strong className={clsx("font-semibold", !bare && "text-foreground")}>{countText(data)}</strong>
          {` of ${formatCount(data.of ?? 0)}`}
        </>
      )}
    </span>
  );
}
