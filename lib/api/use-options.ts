"use client";
import { useMemo } from "react";
import type { List } from "#lib/list.ts";
import { useList } from "./use-list.ts";

type Option = { id: string; name: string };

/** Contacts or product categories for a combobox, by id and name. */
export function useContactOptions(search: string): List<Option> {
  return useFitting(useList("contacts.options", search), search);
}

export function useProductOptions(search: string): List<Option> {
  return useFitting(useList("products.options", search), search);
}

/** A host that knows no search answers everything; then the names are searched here. */
function useFitting(list: List<Option>, search: string): List<Option> {
  const { rows, whole } = list;
  const fitting = useMemo(() => {
    const wanted = search.trim().toLocaleLowerCase();
    return whole ? rows?.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)) : rows;
  }, [rows, whole, search]);
  return { ...list, rows: fitting };
}
