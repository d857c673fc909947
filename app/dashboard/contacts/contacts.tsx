"use client";
import { Pencil, Plus, Trash } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm, preloadConfirm } from "#components/ui/confirm.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import type { RowAction } from "#components/ui/row-actions.tsx";
import { Empty } from "#components/ui/states.tsx";
import { failureText, listFailure } from "#lib/api/messages.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useList } from "#lib/api/use-list.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { fullName } from "#lib/text.ts";
import { contactColumns } from "./columns.tsx";
import { FilterChips, FilterEnd, filtered, readFilter } from "./filters.tsx";

const loadModal = () => import("#components/contact-modal.tsx");
const ContactModal = lazy(() => loadModal().then((module) => ({ default: module.ContactModal })));

export function Contacts() {
  const [search, setSearch] = useSearch();
  const [creating, setCreating] = useUrlState("new");
  const [editing, setEditing] = useState<Contact | null>(null);
  const { data: me } = useMe();
  const [filterKey, setFilter] = useUrlState("show");
  const filter = readFilter(filterKey);
  const list = useList("contacts.list", search);
  const shown = filtered(list, filter, me?.timezone);
  const remove = useAct("contacts.delete").act;

  const columns = useMemo(() => contactColumns(me?.timezone), [me?.timezone]);
  const actions = useMemo(() => {
    async function askAndRemove(contact: Contact) {
      const name = fullName(contact);
      const sure = await confirm({
        title: `Delete ${name}?`,
        text: "The contact and their notes are deleted. Their sales stay, under the name they had.",
        verb: "Delete",
      });
      if (!sure) return;
      focusAfter(contact.id);
      await remove({ params: { id: contact.id } });
    }
    return (contact: Contact): RowAction[] => [
      {
        name: `Edit ${fullName(contact)}`,
        label: "Edit",
        icon: <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />,
        load: loadModal,
        onSelect: () => setEditing(contact),
      },
      {
        name: `Delete ${fullName(contact)}`,
        label: "Delete",
        icon: <Trash size={16} strokeWidth={1.75} aria-hidden="true" />,
        danger: true,
        load: preloadConfirm,
        onSelect: () => askAndRemove(contact),
      },
      {
        name: "Call",
        label: "Call",
        menuOnly: true,
        href: `tel:${contact.phoneNumber.replace(/[^\d+]/g, "")}`,
      },
      { name: "Email", label: "Email", menuOnly: true, href: `mailto:${contact.email}` },
    ];
  }, [remove]);

  const create = () => setCreating("true");
  const newButton = (
    <Button
      variant="primary"
      onClick={create}
      onPointerEnter={loadModal}
      onFocus={loadModal}
      data-shortcut="n"
    >
      <Plus size={16} aria-hidden="true" />
      New
    </Button>
  );

  return (
    <>
      <ScreenTitle>Contacts</ScreenTitle>
      <DataTable
        title="Contacts"
        description="Everyone your team looks after."
        controls={newButton}
        filters={<FilterChips filter={filter} onFilter={setFilter} list={list} />}
        list={shown}
        partial={filter && list.rows && <FilterEnd shown={shown.rows?.length ?? 0} list={list} />}
        columns={columns}
        actions={actions}
        failure={list.error ? failureText(listFailure["contacts.list"], list.error) : ""}
        empty={
          search ? (
            <Empty hint={`Nobody matches “${search}”.`}>
              <Button onClick={() => setSearch("")}>Clear search</Button>
            </Empty>
          ) : (
            <Empty hint="The people you add appear here, newest first.">
              <Button variant="primary" onClick={create}>
                New
              </Button>
            </Empty>
          )
        }
      />
      <Suspense>
        {creating === "true" && <ContactModal onClose={() => setCreating("")} />}
        {editing && <ContactModal contact={editing} onClose={() => setEditing(null)} />}
      </Suspense>
    </>
  );
}

/** Once the row is gone, the focus stands on the next one's name, else on New. */
function focusAfter(id: string) {
  const row = document.querySelector(`[data-row-link="${CSS.escape(id)}"]`)?.closest("tr");
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>(
    "[data-row-link]",
  );
  setTimeout(() => (next ?? document.querySelector<HTMLElement>('[data-shortcut="n"]'))?.focus());
}
