import { useContext, useEffect, useMemo, useState } from "react";
import type { Choosing } from "#components/ui/data-table.tsx";
import { DraftOwner } from "#components/ui/draft.tsx";
import { part } from "#components/ui/part.tsx";
import { readUnfinished, type Unfinished } from "#components/unfinished-bulk.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { contactName } from "#lib/person.ts";
import { useChoice } from "./use-choice.ts";

const UnfinishedBar = part(() => import("./unfinished-bar.tsx"), "UnfinishedBar", { without: () => null });

const BulkBar = part(() => import("./bulk-bar.tsx"), "BulkBar", { without: () => null });

type Props = {
  complete: boolean;
  rows: Contact[] | undefined;
  where: string;
  search: string;
  onExport: () => void;
};

export function useBulkWork({ complete, rows, where, search, onExport }: Props) {
  const choice = useChoice(rows, `${where} ${search}`, complete);
  const [isBegun, setBegun] = useState(false);
  const { ids, isAll, any, toggle, clear, chooseLoaded } = choice;
  const isShown = any || isBegun;
  const { owner, left, forget } = useLeft(complete);
  const choosing = useMemo(
    (): Choosing<Contact> => ({
      isShown,
      chosen: { has: (id) => ids.has(id) !== isAll },
      state: !any ? "none" : rows?.every(({ id }) => ids.has(id) !== isAll) ? "all" : "some",
      nameOf: contactName,
      choose: toggle,
      onAll: () => (any ? clear() : chooseLoaded()),
      onHold: (id) => {
        navigator.vibrate?.(10);
        setBegun(true);
        toggle(id);
      },
    }),
    [isShown, ids, isAll, any, rows, toggle, clear, chooseLoaded],
  );
  const close = () => {
    clear();
    setBegun(false);
  };
  return {
    choosing: complete ? choosing : undefined,
    chosen: { fits: ({ id }: Contact) => choosing.chosen.has(id), most: isAll ? undefined : ids.size },
    begin: complete ? () => setBegun(true) : undefined,
    bar:
      complete &&
      (isShown ? (
        <BulkBar choice={choice} where={where} search={search} onExport={onExport} onClose={close} />
      ) : (
        left && owner && <UnfinishedBar owner={owner} work={left} onClose={forget} />
      )),
  };
}

function useLeft(can: boolean) {
  const owner = useContext(DraftOwner);
  const [left, setLeft] = useState<Unfinished | null>(null);
  useEffect(() => {
    if (!can || !owner) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const found = readUnfinished(owner);
      // Another tab may still be working on it.
      if (found?.wait) timer = setTimeout(look, found.wait + 1);
      else setLeft(found?.work ?? null);
    };
    look();
    return () => clearTimeout(timer);
  }, [can, owner]);
  return { owner, left, forget: () => setLeft(null) };
}
