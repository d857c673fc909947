"use client";
import { useMemo } from "react";
import { useCan, useRead } from "#lib/api/use-read.ts";
import type { OwnSubject } from "#lib/contract/field-terms.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";

const NONE: OwnField[] = [];

/** The store's own fields that forms of contacts, or of sales, show; none where the host has none, undefined until that is known. */
export function useOwnFields(of: OwnSubject | "all" = "contacts"): OwnField[] | undefined {
  const can = useCan();
  const has = can(of === "sales" ? "sales.fields" : "contacts.fields");
  const { data, error } = useRead("fields.list", has ? {} : null, { revalidateOnFocus: false });
  const shown = useMemo(
    () => data?.filter((field) => !field.isArchived && (of === "all" || field.of === of)),
    [data, of],
  );
  return shown ?? (!has || error ? NONE : undefined);
}
