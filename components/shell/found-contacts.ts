"use client";
import { useSettled } from "#components/ui/use-settled.ts";
import { useRead } from "#lib/api/use-read.ts";

/** Up to five contacts whom the host finds, 300 ms after the last key. */
export function useFoundContacts(text: string) {
  const wanted = text.trim();
  const [search, askNow] = useSettled(wanted);
  const read = useRead("contacts.list", search ? { query: { page: 1, limit: 5, search } } : null);
  const busy = wanted !== search || read.isValidating;
  return {
    contacts: (search && wanted && read.data) || [],
    busy,
    /** Does not wait for another key. */
    askNow,
    failed: wanted !== "" && !busy && read.error !== undefined,
    retry: () => void read.mutate(),
  };
}
