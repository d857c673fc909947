"use client";
import { Copy } from "lucide-react";
import { useMemo, useState } from "react";
import { SearchMiss } from "#components/list-empty.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useSearch } from "#components/shell/use-search.ts";
import { TemplatesNav } from "#components/templates-nav.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { deleteIcon, editIcon } from "#components/ui/row-icons.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Template } from "#lib/contract/templates.ts";
import { wholeList } from "#lib/list.ts";
import { matches } from "#lib/text.ts";
import { AddLink } from "./add-link.tsx";
import { templateColumns } from "./columns.tsx";
import { NoTemplates } from "./no-templates.tsx";

const copyIcon = <Copy size={16} strokeWidth={1.75} aria-hidden="true" />;

export function Templates() {
  const [search] = useSearch();
  const { data: me } = useMe();
  const { data, error, isValidating, mutate } = useRead("templates.list", {});
  const { data: placeholders } = useRead("templates.placeholders", {});
  const senders = useSenders();
  const remove = useRemoval("templates.delete");
  const [refused, setRefused] = useState("");

  const rows = useMemo(
    () => data?.filter(({ name, subject }) => matches(`${name}\n${subject}`, search)),
    [data, search],
  );
  const list = wholeList({ rows, error, busy: isValidating, retry: () => void mutate() });
  const timezone = me?.timezone;
  const columns = useMemo(
    () => templateColumns({ timezone, placeholders, senders }),
    [timezone, placeholders, senders],
  );
  const actions = useMemo(
    () => (template: Template) => {
      const { id, name } = template;
      const edit = `/dashboard/templates/edit/${id}`;
      const copy = `/dashboard/templates/edit/0?copy=${id}`;
      return [
        { name: `Edit ${name}`, label: "Edit", icon: editIcon, href: edit },
        { name: `Duplicate ${name}`, label: "Duplicate", icon: copyIcon, href: copy },
        {
          name: `Delete ${name}`,
          label: "Delete",
          icon: deleteIcon,
          danger: true,
          onSelect: async () => {
            setRefused("");
            const outcome = await remove(id, question(template, senders.get(id) ?? []));
            // The toast says that it failed; why, only the host knows.
            if (outcome?.ok === false) setRefused(outcome.error.message);
          },
        },
      ];
    },
    [remove, senders],
  );

  return (
    <>
      <ScreenTitle>Templates</ScreenTitle>
      <TemplatesNav />
      <DataTable
        title="Templates"
        description="The emails that your automations send."
        controls={<AddLink />}
        filters={refused && <Alert>{refused}</Alert>}
        list={list}
        columns={columns}
        actions={actions}
        failure={error?.message ?? ""}
        empty={search ? <SearchMiss /> : <NoTemplates />}
      />
    </>
  );
}

/** The names of the automations that send a template, by its id. */
function useSenders(): ReadonlyMap<string, string[]> {
  const { data } = useRead("automations.list", {});
  return useMemo(() => {
    const senders = new Map<string, string[]>();
    for (const { name, action } of data ?? []) {
      if (action?.templateId)
        senders.set(action.templateId, [...(senders.get(action.templateId) ?? []), name]);
    }
    return senders;
  }, [data]);
}

function question({ name }: Template, senders: string[]) {
  const text =
    senders.length > 0
      ? `It is what ${senders.map((sender) => `“${sender}”`).join(", ")} sends: choose another template there first.`
      : "The template is deleted for good. Emails already sent stay as they are.";
  return { title: `Delete ${name}?`, text, verb: "Delete" };
}
