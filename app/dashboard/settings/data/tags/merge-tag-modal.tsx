import { useState } from "react";
import { TagChip } from "#components/tag-chip.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Select } from "#components/ui/select.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { ListedTag } from "#lib/contract/tags.ts";
import { plural } from "#lib/text.ts";

type Props = { tag: ListedTag; tags: readonly ListedTag[]; onClose: () => void };

export function MergeTagModal({ tag, tags, onClose }: Props) {
  const [into, setInto] = useState("");
  const { act, pending } = useAct("tags.merge", { onDone: onClose });
  const others = tags.filter(({ id }) => id !== tag.id);
  const kept = others.find(({ id }) => id === into);
  return (
    <Modal title={`Merge “${tag.name}”`} onClose={onClose} className="max-w-lg">
      <div className="grid gap-4 px-5 pb-5">
        <p className="text-muted-foreground">
          {plural(tag.count ?? 0, "contact")} with <TagChip name={tag.name} color={tag.color} /> will have the
          other tag instead. “{tag.name}” goes to the trash. Restoring it undoes the merge.
        </p>
        <Select
          label="The tag that stays"
          value={into}
          placeholder="Choose the tag that stays…"
          options={others.map(({ id, name, count }) => ({ value: id, label: `${name} (${count ?? 0})` }))}
          onChange={setInto}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={pending}
            disabled={!kept}
            onClick={() => void act({ params: { id: tag.id }, body: { into } })}
          >
            {kept ? `Merge into “${kept.name}”` : "Merge"}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
