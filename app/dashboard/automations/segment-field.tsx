"use client";
import { useWatch } from "react-hook-form";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { useSegmentWords } from "./segment-words.tsx";

const NAME = "segment";

export function SegmentField() {
  const { data: saved } = useRead("segments.list", {});
  const chosen: string | null = useWatch({ name: NAME }) ?? null;
  const words = useSegmentWords();
  // Only shared ones, because an automation belongs to the store.
  const options = (saved ?? [])
    .filter(({ isShared }) => isShared)
    .map(({ segment, name }) => ({ value: segment, label: name }));
  const isKnown = options.some(({ value }) => value === chosen);
  const own = chosen !== null && !isKnown ? [{ value: chosen, label: words(chosen) }] : [];
  return (
    <SelectField
      name={NAME}
      label="Only for"
      none="Everyone who meets the conditions"
      options={[...own, ...options]}
      help={
        saved?.every(({ isShared }) => !isShared) ? (
          <>
            You can choose segments that are shared with everyone. Save them on{" "}
            <PrefetchLink href="/dashboard/contacts" className="link">
              Contacts
            </PrefetchLink>
            .
          </>
        ) : isKnown && chosen ? (
          `${words(chosen)}. Later changes to the segment don’t affect this automation.`
        ) : undefined
      }
    />
  );
}
