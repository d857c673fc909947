import { useMemo } from "react";
import { useComplete } from "#lib/api/complete.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { OwnSubject } from "#lib/contract/field-terms.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";

const NONE: OwnField[] = [];

/** `own`: undefined until known. */
export function useFormExtras(of: OwnSubject | "all" = "contacts") {
  const complete = useComplete();
  const { data, error } = useRead("fields.list", {}, { revalidateOnFocus: false });
  const shown = useMemo(
    () => data?.filter((field) => !field.isArchived && (of === "all" || field.of === of)),
    [data, of],
  );
  return { complete: complete ?? false, own: shown ?? (complete === false || error ? NONE : undefined) };
}
