"use client";
import { parseSegment } from "#components/segment/filter.ts";
import { useNames } from "#components/segment/use-names.ts";
import { sentenceOf } from "#components/segment/words.ts";

/** A segment as a sentence; everybody where there is none. */
export function SegmentWords({ segment }: { segment: string | null }) {
  return useSegmentWords()(segment);
}

/** What says a segment as a sentence. */
export function useSegmentWords() {
  const names = useNames();
  return (segment: string | null) =>
    sentenceOf(parseSegment(segment), names) || "Everyone whom the conditions find";
}
