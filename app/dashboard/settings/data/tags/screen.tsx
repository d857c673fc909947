"use client";
import { useMemo, useState } from "react";
import { NewButton } from "#components/new-button.tsx";
import { useMay } from "#components/shell/use-me.ts";
import { TagChip } from "#components/tag-chip.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteRow, editRow, type RowAction } from "#components/ui/row-actions.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { ListedTag } from "#lib/contract/tags.ts";
import { wholeList } from "#lib/list.ts";
import { plural } from "#lib/text.ts";

const TagModal = part(() => import("./tag-modal.tsx"), "TagModal");
const MergeTagModal = part(() => import("./merge-tag-modal.tsx"), "MergeTagModal");

export function TagsScreen() {
  const read = useRead("tags.list", {});
  const { data } = read;
  const may = useMay()("tags.update");
  const remove = useRemoval("tags.delete");
  const [isCreating, setCreating] = useState(false);
  const [editing, setEditing] = useState<ListedTag | null>(null);
  const [merging, setMerging] = useState<ListedTag | null>(null);
  const isAlone = (data?.length ?? 0) < 2;

  const actions = useMemo(
    () =>
      (tag: ListedTag): RowAction[] => {
        if (!may) return [];
        const question = {
          title: `Delete the tag “${tag.name}”?`,
          text: `${plural(tag.count ?? 0, "contact")} ${tag.count === 1 ? "has" : "have"} it and will lose it. The contacts stay. You can restore the tag from the trash for 30 days.`,
          verb: "Delete",
        };
        const merge: RowAction = {
          name: `Merge ${tag.name}`,
          label: "Merge…",
          icon: "merge",
          load: MergeTagModal.load,
          onSelect: () => setMerging(tag),
        };
        return [
          editRow(tag.name, { load: TagModal.load, onSelect: () => setEditing(tag) }),
          ...(isAlone ? [] : [merge]),
          deleteRow(tag.name, () => void remove(tag.id, question)),
        ];
      },
    [may, remove, isAlone],
  );
  const create = () => setCreating(true);

  return (
    <>
      <DataTable
        title="Tags"
        caption="Tags, by their names"
        description="Labels for groups of contacts. To add one, type it under a contact’s name."
        controls={may ? <NewButton onClick={create} load={TagModal.load} /> : null}
        list={wholeList(data, read)}
        columns={columns}
        actions={actions}
        empty={<Empty text="No tags yet" hint="Type the first one under a contact’s name." />}
      />
      {isCreating && <TagModal onClose={() => setCreating(false)} />}
      {editing && <TagModal tag={editing} onClose={() => setEditing(null)} />}
      {merging && <MergeTagModal tag={merging} tags={data ?? []} onClose={() => setMerging(null)} />}
    </>
  );
}

const columns: Column<ListedTag>[] = [
  {
    header: "Tag",
    phone: "title",
    className: "w-full",
    cell: ({ name, color }) => <TagChip name={name} color={color} />,
  },
  {
    header: "Contacts",
    phone: "meta",
    className: "text-right tabular-nums phone:text-left",
    cell: ({ count }) => (
      <>
        {(count ?? 0).toLocaleString("en-US")}
        <span className="hidden phone:inline">{count === 1 ? " contact" : " contacts"}</span>
      </>
    ),
  },
];
