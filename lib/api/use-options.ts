import { useMemo } from "react";
import { contactDetail } from "#lib/contact-detail.ts";
import { walkIn } from "#lib/contract/walk-in.ts";
import { type List, wholeList } from "#lib/list.ts";
import { fullName, matches } from "#lib/text.ts";
import { useComplete } from "./complete.tsx";
import { useList } from "./use-list.ts";
import { useRead } from "./use-read.ts";

type Option = { id: string; name: string; detail?: string };

export function useContactOptions(search: string): List<Option> {
  const { data: me } = useRead("users.me", {}, { shouldRetryOnError: false });
  const list = useMatching(useList("contacts.options", search), search);
  const { rows } = list;
  const detailed = useMemo(
    () =>
      rows?.map((row) => ({
        id: row.id,
        name: row.name,
        email: row.email,
        detail: contactDetail(row, me?.timezone),
      })),
    [rows, me?.timezone],
  );
  return { ...list, rows: detailed };
}

/** Of a sale on a complete host, which doesn't need a contact. */
export function useBuyerOptions(search: string): List<Option> {
  const list = useContactOptions(search);
  const isOffered = matches(walkIn.name, search);
  const { rows } = list;
  const offered = useMemo(() => (isOffered ? rows && [walkIn, ...rows] : rows), [isOffered, rows]);
  return { ...list, rows: offered };
}

export function useProductOptions(search: string): List<Option> {
  return useMatching(useList("products.options", search), search);
}

export function useTeamOptions(search: string): List<Option> {
  const team = useRead("team.list", {});
  const rows = useMemo(
    () =>
      team.data
        ?.map((one) => ({ id: one.id, name: fullName(one) || one.email }))
        .filter(({ name }) => matches(name, search)),
    [team.data, search],
  );
  return wholeList(rows, team);
}

/** Section 7 hosts ignore the search, so names are filtered here. */
function useMatching<O extends Option>(list: List<O>, search: string): List<O> {
  const searched = useComplete();
  const { rows } = list;
  const fitting = useMemo(
    () => (searched ? rows : rows?.filter(({ name }) => matches(name, search))),
    [rows, searched, search],
  );
  return { ...list, rows: fitting };
}
