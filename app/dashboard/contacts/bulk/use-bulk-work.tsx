"use client";
import { useMemo, useState } from "react";

import { part } from "#components/ui/part.tsx";
import type { Choosing } from "#components/ui/table-row.tsx";
import { useCan } from "#lib/api/use-read.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { contactName } from "../columns.tsx";
import { useChoice } from "./use-choice.ts";

const BulkBar = part(() => import("./bulk-bar.tsx").then((module) => module.BulkBar), {
  without: () => null,
});

type Props = {
  rows: Contact[] | undefined;
  where: string;
  search: string;
  onExport: () => void;
};

/** The boxes of the list of contacts, and the bar of what can be done with those that are chosen; where the host does it. */
export function useBulkWork({ rows, where, search, onExport }: Props) {
  const can = useCan()("contacts.bulk") ?? false;
  const choice = useChoice(rows, `${where} ${search}`, can);
  const [isBegun, setBegun] = useState(false);
  const { ids, isAll, any, toggle, clear, chooseLoaded } = choice;
  const isShown = any || isBegun;
  const choosing = useMemo(
    (): Choosing<Contact> => ({
      isShown,
      chosen: { has: (id) => ids.has(id) !== isAll },
      state: !any ? "none" : rows?.every(({ id }) => ids.has(id) !== isAll) ? "all" : "some",
      nameOf: contactName,
      choose: toggle,
      onAll: () => (any ? clear() : chooseLoaded()),
    }),
    [isShown, ids, isAll, any, rows, toggle, clear, chooseLoaded],
  );
  const close = () => {
    clear();
    setBegun(false);
  };
  return {
    choosing: can ? choosing : undefined,
    /** As an export asks for them. */
    chosen: {
      fits: ({ id }: Contact) => choosing.chosen.has(id),
      most: isAll ? undefined : ids.size,
    },
    begin: can ? () => setBegun(true) : undefined,
    bar: can && isShown && (
      <BulkBar choice={choice} where={where} search={search} onExport={onExport} onClose={close} />
    ),
  };
}
