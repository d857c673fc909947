"use client";
import { parseSegment } from "../contacts/segment/filter.ts";
import { useNames } from "../contacts/segment/use-names.ts";
import { sentenceOf } from "../contacts/segment/words.ts";

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
