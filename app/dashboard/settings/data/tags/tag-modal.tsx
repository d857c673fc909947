import clsx from "clsx";
import { useController } from "react-hook-form";
import { HistoryButton } from "#components/history-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
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

const COLORS = [
  { name: "Blue", look: "av-1" },
  { name: "Teal", look: "av-2" },
  { name: "Gold", look: "av-3" },
  { name: "Rose", look: "av-4" },
  { name: "Plum", look: "av-5" },
  { name: "Green", look: "av-6" },
];

function ColorField() {
  const { field } = useController({ name: "color" });
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Color</legend>
      <div className="flex gap-1.5">
        {COLORS.map(({ name, look }, i) => (
          <label
            key={name}
            className={clsx(
              "relative grid size-9 cursor-pointer place-items-center rounded-md bg-(--avatar) font-semibold text-avatar has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 pointer-coarse:size-11",
              look,
            )}
          >
            <input
              ref={i === 0 ? field.ref : undefined}
              type="radio"
              name="color"
              aria-label={name}
              checked={Number(field.value) === i + 1}
              onChange={() => field.onChange(i + 1)}
              onBlur={field.onBlur}
              className="peer absolute inset-0 cursor-pointer appearance-none"
            />
            <span aria-hidden="true" className="invisible peer-checked:visible">
              ✓
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
