"use client";
import { useMoney } from "#components/shell/use-me.ts";
import { useRead } from "#lib/api/use-read.ts";
import { parseSegment } from "../contacts/segment/filter.ts";
import { sentenceOf } from "../contacts/segment/words.ts";

/** A segment as a sentence; everybody where there is none. */
export function SegmentWords({ segment }: { segment: string | null }) {
  return useSegmentWords()(segment);
}

/** What says a segment as a sentence. */
export function useSegmentWords() {
  const money = useMoney();
  const { data: categories = [] } = useRead("products.options", { query: { page: 1, limit: 100 } });
  return (segment: string | null) =>
    sentenceOf(parseSegment(segment), { money, categories }) || "Everyone whom the conditions find";
}
