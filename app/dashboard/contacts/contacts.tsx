"use client";
import { useMemo, useState } from "react";
import { ListEmpty } from "#components/list-empty.tsx";
import { ListMenu } from "#components/list-menu.tsx";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteIcon, editIcon } from "#components/ui/row-icons.tsx";
import { useExport } from "#components/use-export.ts";
import { useRemoval } from "#components/use-removal.ts";
import { failureText, listFailure } from "#lib/api/messages.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useList } from "#lib/api/use-list.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { mailLink, phoneLink } from "#lib/links.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { contactColumns, contactName } from "./columns.tsx";
import { FilterChips, FilterEnd, filtered, fits, readFilter } from "./filters.tsx";

const ContactModal = part(() =>
  import("#components/contact-modal.tsx").then((module) => module.ContactModal),
);

const ImportModal = part(() => import("./import/import-modal.tsx").then((module) => module.ImportModal));

const loadExport = whenIdle(() => import("./export.ts"));

export function Contacts() {
  const [search] = useSearch();
  const [creating, setCreating] = useUrlState("new");
  const [editing, setEditing] = useState<Contact | null>(null);
  const { data: me } = useMe();
  const [filterKey, setFilter] = useUrlState("show");
  const filter = readFilter(filterKey);
  const list = useList("contacts.list", search);
  const shown = filtered(list, filter, me?.timezone);
  const remove = useRemoval("contacts.delete");
  const mayDelete = useMay()("contacts.delete");

  const [importing, setImporting] = useState(false);
  const canImport = useCan()("contacts.import");
  const exporting = useExport("contacts.list", "contact", async (watch) =>
    (await loadExport()).exportContacts(
      {
        search,
        store: me?.organizationName,
        timezone: me?.timezone,
        fits: (contact) => fits(filter, contact, me?.timezone),
      },
      watch,
    ),
  );

  const columns = useMemo(() => contactColumns(me?.timezone), [me?.timezone]);
  const actions = useMemo(
    () => (contact: Contact) => {
      const { email, phoneNumber } = contact;
      const name = contactName(contact);
      const question = {
        title: `Delete ${name}?`,
        text: "The contact and their notes are deleted. Their sales stay, under the name they had.",
        verb: "Delete",
      };
      return [
        {
          name: `Edit ${name}`,
          label: "Edit",
          icon: editIcon,
          load: ContactModal.load,
          onSelect: () => setEditing(contact),
        },
        ...(mayDelete
          ? [
              {
                name: `Delete ${name}`,
                label: "Delete",
                icon: deleteIcon,
                danger: true,
                onSelect: () => remove(contact.id, question),
              },
            ]
          : []),
        ...(phoneNumber
          ? [{ name: "Call", label: "Call", menuOnly: true, href: phoneLink(phoneNumber) }]
          : []),
        ...(email ? [{ name: "Email", label: "Email", menuOnly: true, href: mailLink(email) }] : []),
      ];
    },
    [remove, mayDelete],
  );
  const create = () => setCreating("true");

  return (
    <>
      <ScreenTitle>Contacts</ScreenTitle>
      <DataTable
        title="Contacts"
        description="Everyone your team looks after."
        controls={
          <>
            <ListMenu
              label="Contacts menu"
              onImport={canImport ? () => setImporting(true) : undefined}
              exporting={exporting}
            />
            <NewButton onClick={create} load={ContactModal.load} />
          </>
        }
        filters={<FilterChips filter={filter} onFilter={setFilter} list={list} />}
        list={shown}
        partial={filter && list.rows && <FilterEnd shown={shown.rows?.length ?? 0} list={list} />}
        columns={columns}
        actions={actions}
        failure={list.error ? failureText(listFailure("contacts.list"), list.error) : ""}
        empty={
          <ListEmpty hint="The people you add appear here, newest first." onNew={create}>
            {canImport && <Button onClick={() => setImporting(true)}>Import</Button>}
          </ListEmpty>
        }
      />
      {importing && <ImportModal onClose={() => setImporting(false)} />}
      {creating === "true" && <ContactModal onClose={() => setCreating("")} />}
      {editing && <ContactModal contact={editing} onClose={() => setEditing(null)} />}
    </>
  );
}
