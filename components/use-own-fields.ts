"use client";
import { useMemo } from "react";
import { useCan, useRead } from "#lib/api/use-read.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";

const NONE: OwnField[] = [];

/** The store's own fields that forms show; none where the host has none, undefined until that is known. */
export function useOwnFields(): OwnField[] | undefined {
  const can = useCan()("contacts.fields");
  const { data, error } = useRead("fields.list", can ? {} : null, { revalidateOnFocus: false });
  const shown = useMemo(() => data?.filter(({ isArchived }) => !isArchived), [data]);
  return shown ?? (!can || error ? NONE : undefined);
}
