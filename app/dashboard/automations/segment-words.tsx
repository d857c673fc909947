import { parseSegment } from "#components/segment/filter.ts";
import { useNames } from "#components/segment/use-names.ts";
import { sentenceOf } from "#components/segment/words.ts";

export function SegmentWords({ segment }: { segment: string | null }) {
  return useSegmentWords(segment)(segment);
}

export function useSegmentWords(where: string | null) {
  const names = useNames(where !== null);
  return (segment: string | null) =>
    sentenceOf(parseSegment(segment), names) || "Everyone who meets the conditions";
}
