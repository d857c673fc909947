"use client";
import { useMemo } from "react";
import type { List } from "#lib/list.ts";
import { matches } from "#lib/text.ts";
import { useCan } from "./use-can.ts";
import { useList } from "./use-list.ts";

type Option = { id: string; name: string };

/** Contacts or product categories for a combobox, by id and name. */
export function useContactOptions(search: string): List<Option> {
  return useFitting(useList("contacts.options", search), search);
}

export function useProductOptions(search: string): List<Option> {
  return useFitting(useList("products.options", search), search);
}

/**
 * A host that tells of its capabilities searches options itself, also by what is not in the name: email and phone.
 * One of section 7 answers the same to any search; then the names are searched here.
 */
function useFitting(list: List<Option>, search: string): List<Option> {
  const searched = useCan()("capabilities.list");
  const { rows } = list;
  const fitting = useMemo(
    () => (searched ? rows : rows?.filter(({ name }) => matches(name, search))),
    [rows, searched, search],
  );
  return { ...list, rows: fitting };
}
