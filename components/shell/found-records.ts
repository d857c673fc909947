"use client";
import { useSettled } from "#components/ui/use-settled.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";

const NOTHING = { sales: [], notes: [], mails: [] };

/**
 * What the host finds 300 ms after the last key: up to five contacts, and as many sales, notes and mails where it
 * searches those. `askNow` does not wait for another key.
 */
export function useFoundRecords(text: string) {
  const wanted = text.trim();
  const [search, askNow] = useSettled(wanted);
  const can = useCan();
  const asked = search && wanted;
  const contacts = useRead("contacts.list", asked ? { query: { page: 1, limit: 5, search } } : null);
  const others = useRead("search.records", asked && can("search.records") ? { query: { search } } : null);
  const busy = wanted !== search || contacts.isValidating || others.isValidating;
  return {
    contacts: (asked && contacts.data) || [],
    ...((asked && others.data) || NOTHING),
    busy,
    askNow,
    failed: asked !== "" && !busy && (contacts.error ?? others.error) !== undefined,
    retry: () => void [contacts.mutate(), others.mutate()],
  };
}
