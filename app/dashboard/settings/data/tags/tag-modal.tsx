import { useController } from "react-hook-form";
import { HistoryButton } from "#components/history-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { Swatches } from "#components/ui/swatches.tsx";
import { useSave } from "#lib/api/use-save.ts";
import { type ListedTag, type Tag, tagForm } from "#lib/contract/tags.ts";

type Props = { tag?: ListedTag; onClose: () => void };

export function TagModal({ tag, onClose }: Props) {
  const { modal } = useSave("tags", tag);
  return (
    <FormModal
      {...modal}
      title={tag ? "Edit tag" : "New tag"}
      schema={tagForm}
      values={valuesOf(tag)}
      compare={{
        values: valuesOf,
        fields: [
          { name: "name", label: "Name" },
          { name: "color", label: "Color", text: (value) => COLORS[Number(value) - 1]?.name ?? "" },
        ],
      }}
      draft={tag ? `tag ${tag.id}` : "tag"}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required autoComplete="off" />
      <ColorField />
      {tag && (
        <div className="flex items-end">
          <HistoryButton id={tag.id} name={tag.name} />
        </div>
      )}
    </FormModal>
  );
}

function valuesOf(tag?: Tag) {
  return { name: tag?.name ?? "", color: tag?.color ?? 1 };
}

const COLORS = ["Blue", "Teal", "Gold", "Rose", "Plum", "Green"].map((name, at) => ({
  name,
  look: `av-${at + 1} bg-(--avatar) text-avatar`,
}));

function ColorField() {
  const { field } = useController({ name: "color" });
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Color</legend>
      <div className="flex gap-2">
        <Swatches
          ref={field.ref}
          swatches={COLORS}
          selected={Number(field.value) - 1}
          onChoose={(at) => field.onChange(at + 1)}
        />
      </div>
    </fieldset>
  );
}
