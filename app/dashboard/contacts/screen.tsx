"use client";
import { useContext, useEffect, useMemo, useState } from "react";
import type { ExportFormat, ExportWatch } from "#components/export-rows.ts";
import { ListEmpty } from "#components/list-empty.tsx";
import { ListMenu, useExport, useImport } from "#components/list-menu.tsx";
import { NewButton } from "#components/new-button.tsx";
import type { QuickChip } from "#components/segment/segment-chips.tsx";
import { SegmentList } from "#components/segment/segment-list.tsx";
import { useSegment } from "#components/segment/use-segment.ts";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import type { Choosing } from "#components/ui/data-table.tsx";
import { DraftOwner } from "#components/ui/draft.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteRow, editRow } from "#components/ui/row-actions.tsx";
import { readUnfinished, type Unfinished } from "#components/unfinished-bulk.ts";
import { useRemoval } from "#components/use-removal.ts";
import { useList } from "#lib/api/use-list.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { SegmentCondition } from "#lib/contract/segments.ts";
import { readDay, today } from "#lib/dates.ts";
import type { List } from "#lib/list.ts";
import { contactName, linksOf } from "#lib/person.ts";
import { stored } from "#lib/stored-code.ts";
import { useChoice } from "./bulk/use-choice.ts";
import { contactColumns } from "./columns.tsx";

const ContactModal = part(() => import("#components/contact-modal.tsx"), "ContactModal");

const loadExport = stored(() => import("#components/export-rows.ts"));

export function ContactsScreen() {
  const [search] = useSearch();
  const [creating, setCreating] = useUrlState("new");
  const [editing, setEditing] = useState<Contact | null>(null);
  const { data: me } = useMe();
  const money = useMoney();
  const [filterKey, setFilter] = useUrlState("show");
  const filter = readFilter(filterKey);
  const segmenting = useSegment("contacts");
  const { complete, where, segment, filter: asking } = segmenting;
  const list = useList<"contacts.list" | "contacts.segment">(
    asking ? "contacts.segment" : "contacts.list",
    search,
    complete ? { ...asking, with: "tags" } : undefined,
  );
  const shown = complete ? list : filtered(list, filter, me?.timezone);
  const openImport = useImport("contacts");
  const save = useSaveContacts(search, asking, complete);
  const exporting = useExport("contacts.list", "contact", (watch, format) =>
    save(watch, { format, ...(!complete && { fits: (one) => fits(filter, one, me?.timezone) }) }),
  );
  const bulk = useBulkWork({
    complete,
    rows: list.rows,
    where,
    search,
    onExport: () => void exportingSelection.start(),
  });
  const exportingSelection = useExport("contacts.list", "contact", (watch, format) =>
    save(watch, { format, ...bulk.selection }),
  );

  const columns = useMemo(() => {
    const fields = complete ? new Set(segment.flat().map(({ field }) => field)) : undefined;
    return contactColumns(money, me?.timezone, fields);
  }, [money, me?.timezone, complete, segment]);
  const actions = useContactActions(complete, setEditing);
  const create = () => setCreating("true");

  return (
    <>
      <ScreenTitle>Contacts</ScreenTitle>
      <SegmentList
        asked={segmenting}
        search={search}
        quick={quick}
        unmatched="No contacts match these conditions"
        title="Contacts"
        description="Everyone your team looks after."
        controls={
          <>
            <ListMenu
              label="Contacts menu"
              onImport={openImport}
              exporting={exportingSelection.count === null ? exporting : exportingSelection}
              onChoose={bulk.begin}
            />
            <NewButton onClick={create} load={ContactModal.load} />
          </>
        }
        plainFilters={<FilterChips filter={filter} onFilter={setFilter} list={list} />}
        choosing={bulk.choosing}
        floating={bulk.bar}
        list={shown}
        partial={
          !complete && filter && list.rows && <FilterEnd shown={shown.rows?.length ?? 0} list={list} />
        }
        columns={columns}
        actions={actions}
        empty={
          <ListEmpty hint="Contacts you add appear here, newest first." onNew={create}>
            {openImport && <Button onClick={openImport}>Import</Button>}
          </ListEmpty>
        }
      />
      {creating === "true" && <ContactModal onClose={() => setCreating("")} />}
      {editing && <ContactModal contact={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

type Filtered = ReturnType<typeof useSegment>["filter"];

type Selection = { fits?: ((one: Contact) => boolean) | undefined; most?: number | undefined };

function useSaveContacts(search: string, segment: Filtered, complete: boolean) {
  const { data: me } = useMe();
  const money = useMoney();
  return async (watch: ExportWatch, selection: Selection & { format: ExportFormat }) => {
    const { exportContacts } = await loadExport();
    const store = { store: me?.organizationName, timezone: me?.timezone, money };
    return exportContacts({ ...store, search, complete, segment, ...selection }, watch);
  };
}

function useContactActions(complete: boolean, onEdit: (contact: Contact) => void) {
  const remove = useRemoval("contacts.delete");
  const mayDelete = useMay()("contacts.delete");
  return useMemo(
    () => (contact: Contact) => {
      const { phone, email } = linksOf(contact);
      const name = contactName(contact);
      const question = {
        title: `Delete ${name}?`,
        text: `The contact and their notes are deleted. Their sales stay, under the name they had.${complete ? " You can restore the contact from the trash for 30 days." : ""}`,
        verb: "Delete",
      };
      return [
        editRow(name, { load: ContactModal.load, onSelect: () => onEdit(contact) }),
        ...(mayDelete ? [deleteRow(name, () => remove(contact.id, question))] : []),
        ...(phone
          ? [{ name: "Call", label: "Call", icon: "phone" as const, menuOnly: true, href: phone.href }]
          : []),
        ...(email
          ? [{ name: "Email", label: "Email", icon: "mail" as const, menuOnly: true, href: email.href }]
          : []),
      ];
    },
    [remove, mayDelete, complete, onEdit],
  );
}

const filters = {
  "": { label: "Everyone", fits: () => true },
  birthday: {
    label: "Birthday this month",
    fits: (contact: Contact, timezone?: string) =>
      readDay(contact.birthday, timezone)?.month === today(timezone).month,
  },
  unsold: { label: "No sales yet", fits: (contact: Contact) => contact.recentSale === null },
};
type Filter = keyof typeof filters;
const asked = (condition: SegmentCondition) => JSON.stringify([[condition]]);
const quick: QuickChip[] = [
  { segment: "", label: filters[""].label },
  {
    segment: asked({ field: "birthday", month: 0 }),
    label: filters.birthday.label,
    icon: <Icon is="cake" className="size-3.5" />,
  },
  { segment: asked({ field: "sales", is: "atMost", count: 0 }), label: filters.unsold.label },
];

export function readFilter(value: string): Filter {
  return Object.hasOwn(filters, value) ? (value as Filter) : "";
}

function fits(filter: Filter, contact: Contact, timezone?: string): boolean {
  return filters[filter].fits(contact, timezone);
}

/** Of the loaded rows, because a section 7 host has no such filter. */
function filtered(list: List<Contact>, filter: Filter, timezone?: string): List<Contact> {
  return filter ? { ...list, rows: list.rows?.filter((contact) => fits(filter, contact, timezone)) } : list;
}

type Props = { filter: Filter; onFilter: (filter: Filter) => void; list: List<Contact> };

function FilterChips({ filter, onFilter, list }: Props) {
  return (
    <>
      <fieldset className="contents">
        <legend className="sr-only">Quick filters</legend>
        {(Object.keys(filters) as Filter[]).map((key) => (
          <Chip key={key} pressed={key === filter} onPress={() => onFilter(key)}>
            {key === "birthday" && <Icon is="cake" className="size-3.5" />}
            {filters[key].label}
          </Chip>
        ))}
      </fieldset>
      <span role="status" className="ml-auto text-muted-foreground text-sm phone:hidden">
        {list.rows ? `${list.rows.length} loaded · newest first` : ""}
      </span>
    </>
  );
}

function FilterEnd({ shown, list }: { shown: number; list: List<Contact> }) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-t px-4 py-3 text-muted-foreground text-sm">
      {shown} of {list.rows?.length ?? 0} loaded contacts match.
      {list.more && (
        <Button onClick={list.loadMore} busy={list.busy}>
          Load 50 more
        </Button>
      )}
    </div>
  );
}

const UnfinishedBar = part(() => import("./bulk/unfinished-bar.tsx"), "UnfinishedBar", {
  without: () => null,
});

const BulkBar = part(() => import("./bulk/bulk-bar.tsx"), "BulkBar", { without: () => null });

type WorkProps = {
  complete: boolean;
  rows: Contact[] | undefined;
  where: string;
  search: string;
  onExport: () => void;
};

function useBulkWork({ complete, rows, where, search, onExport }: WorkProps) {
  const choice = useChoice(rows, `${where} ${search}`, complete);
  const [isBegun, setBegun] = useState(false);
  const { ids, isAll, any, toggle, clear, chooseLoaded } = choice;
  const isShown = any || isBegun;
  const { owner, left, forget } = useLeft(complete);
  const choosing = useMemo(
    (): Choosing<Contact> => ({
      isShown,
      selected: { has: (id) => ids.has(id) !== isAll },
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
    selection: { fits: ({ id }: Contact) => choosing.selected.has(id), most: isAll ? undefined : ids.size },
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
      if (found?.wait) timer = setTimeout(look, found.wait + 1);
      else setLeft(found?.work ?? null);
    };
    look();
    return () => clearTimeout(timer);
  }, [can, owner]);
  return { owner, left, forget: () => setLeft(null) };
}
