import { ChoiceField } from "#components/ui/choice-field.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { useSave } from "#lib/api/use-save.ts";
import type { AnySort, SegmentSubject } from "#lib/contract/segment-terms.ts";
import { type SavedSegment, savedSegmentName } from "#lib/contract/segments.ts";

type Props = {
  saved?: SavedSegment;
  of: SegmentSubject;
  segment: string;
  sort: AnySort | undefined;
  onSaved: (id: string) => void;
  onClose: () => void;
};

const everybodys = {
  value: "everybody",
  label: "Everyone",
  meaning: "The whole team can see it. You, the owner and admins can change it.",
};
const whoseChoices = [{ value: "me", label: "Only me", meaning: "No one else can see it." }, everybodys];

export function SaveModal({ of, saved, segment, sort, onSaved, onClose }: Props) {
  const { save, reload } = useSave("segments", saved, { onCreated: (made) => onSaved(made?.id ?? "") });
  return (
    <FormModal
      title={saved ? "Edit segment" : "Save segment"}
      schema={savedSegmentName}
      values={valuesOf(saved)}
      compare={{
        values: valuesOf,
        fields: [
          { name: "name", label: "Name" },
          { name: "whose", label: "For" },
        ],
      }}
      draft={saved ? `segment ${saved.id}` : "segment"}
      version={saved?.version}
      submitLabel="Save"
      onSubmit={({ name, whose }, version) => {
        const kept = saved
          ? { segment: saved.segment, sort: (saved.sort ?? undefined) as AnySort | undefined }
          : { segment, sort };
        return save({ ...kept, of, name, isShared: whose === "everybody" }, version);
      }}
      onReload={reload}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required autoComplete="off" className="md:col-span-2" />
      <ChoiceField
        name="whose"
        label="For"
        required
        choices={saved && !saved.isMine ? [everybodys] : whoseChoices}
        className="md:col-span-2"
      />
    </FormModal>
  );
}

function valuesOf(saved?: SavedSegment) {
  return { name: saved?.name ?? "", whose: saved?.isShared ? "everybody" : "me" };
}
