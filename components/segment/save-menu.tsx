import { Bookmark, BookmarkCheck, CopyPlus, Pencil, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { part } from "#components/ui/part.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { SavedSegment } from "#lib/contract/segments.ts";
import type { useSegment } from "./use-segment.ts";

const SaveModal = part(() => import("./save-modal.tsx"), "SaveModal");

const buttonClass =
  "inline-flex h-8 shrink-0 items-center gap-2 rounded-md border border-border-strong bg-card px-2.5 font-medium text-sm hover:bg-accent phone:h-11 pointer-coarse:h-11";

export function SaveMenu({ asked }: { asked: ReturnType<typeof useSegment> }) {
  const { of, where, sort, saved, isChanged, open, setSaved } = asked;
  const [naming, setNaming] = useState<SavedSegment | null | undefined>(null);
  const { act: update } = useAct("segments.update");
  const remove = useRemoval("segments.delete");
  if (where === "") return null;

  const modal = naming !== null && (
    <SaveModal
      of={of}
      saved={naming}
      segment={where}
      sort={sort}
      onSaved={setSaved}
      onClose={() => setNaming(null)}
    />
  );
  if (!saved) {
    return (
      <>
        <button
          type="button"
          onClick={() => setNaming(undefined)}
          {...SaveModal.near}
          className={buttonClass}
        >
          <Bookmark size={16} strokeWidth={1.75} />
          Save
        </button>
        {modal}
      </>
    );
  }

  const { id, name, isShared, version, mayChange } = saved;
  const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;
  const items: (MenuItem | false)[] = [
    isChanged &&
      mayChange && {
        label: "Save",
        icon: <Bookmark {...icon} />,
        onSelect: () =>
          update({ params: { id }, body: { name, of, isShared, version, segment: where, sort } }),
      },
    { label: "Save as new", icon: <CopyPlus {...icon} />, onSelect: () => setNaming(undefined) },
    isChanged && { label: "Discard changes", icon: <Undo2 {...icon} />, onSelect: () => open(saved) },
    mayChange && { label: "Rename or share", icon: <Pencil {...icon} />, onSelect: () => setNaming(saved) },
    mayChange && {
      label: "Delete",
      icon: <Trash2 {...icon} />,
      danger: true,
      onSelect: async () => {
        const text = isShared ? `It’s deleted for everyone. The ${of} in it stay.` : `The ${of} in it stay.`;
        const outcome = await remove(id, { title: `Delete the segment “${name}”?`, text, verb: "Delete" });
        if (outcome?.ok) setSaved("");
      },
    },
  ];
  return (
    <>
      <Menu
        label={isChanged ? `${name}: changed, not saved` : `${name}: saved`}
        items={items.filter((item) => item !== false)}
        className={buttonClass}
      >
        {isChanged ? <Bookmark {...icon} /> : <BookmarkCheck {...icon} />}
        {isChanged ? "Save" : "Saved"}
        {isChanged && <span aria-hidden="true" className="size-2 rounded-full bg-primary" />}
      </Menu>
      {modal}
    </>
  );
}
