import { Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Combobox } from "#components/ui/combobox.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useContactOptions } from "#lib/api/use-options.ts";
import { useSave } from "#lib/api/use-save.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { type Relation, relationForm } from "#lib/contract/relations.ts";
import { fullName } from "#lib/text.ts";
import { otherWord, relationWords } from "./relation-words.ts";

type Props = { contact: Contact; relation?: Relation | undefined; onClose: () => void };

export function RelationModal({ contact, relation, onClose }: Props) {
  const { modal } = useSave("relations", relation);
  const remove = useRemoval("relations.delete");
  const own = contact.firstName || fullName(contact) || "this contact";

  async function onRemove({ id, contact: other }: Relation) {
    const text = `${other.name} and ${own} stay in your contacts.`;
    const outcome = await remove(id, { title: "Remove this relation?", text, verb: "Remove" });
    if (outcome?.ok) onClose();
  }

  return (
    <FormModal
      {...modal}
      title={relation ? `${relation.contact.name} and ${own}` : "Add relation"}
      schema={relationForm}
      values={{
        contactId: contact.id,
        other: relation?.contact ?? null,
        name: relation?.name ?? "",
        otherName: relation?.otherName ?? "",
      }}
      compare={{
        values: (theirs?: Relation) => ({ name: theirs?.name ?? "", otherName: theirs?.otherName ?? "" }),
        fields: [
          { name: "name", label: "For this contact" },
          { name: "otherName", label: "For the other contact" },
        ],
      }}
      submitLabel={relation ? "Save" : "Add"}
      onClose={onClose}
    >
      {!relation && (
        <div className="md:col-span-2">
          <Combobox name="other" label="Contact" required useOptions={useContactOptions} />
        </div>
      )}
      <Words own={own} />
      {relation && (
        <div className="flex items-end">
          <Button icon={Trash2} onClick={() => onRemove(relation)}>
            Remove relation
          </Button>
        </div>
      )}
    </FormModal>
  );
}

const word = { required: true, autoComplete: "off", suggestions: relationWords };

function Words({ own }: { own: string }) {
  const { setValue, getValues } = useFormContext();
  const name: string = useWatch({ name: "name" });
  const other: { name: string } | null = useWatch({ name: "other" });
  const filled = useRef(getValues("otherName") === "" ? "" : null);
  useEffect(() => {
    if (filled.current === null || getValues("otherName") !== filled.current) return;
    filled.current = otherWord(name);
    setValue("otherName", filled.current, { shouldDirty: true });
  }, [name, getValues, setValue]);
  const they = other?.name.split(" ")[0] || "they";
  return (
    <>
      <TextField {...word} name="name" label={`What ${they} ${they === "they" ? "are" : "is"} to ${own}`} />
      <TextField {...word} name="otherName" label={`What ${own} is to ${they === "they" ? "them" : they}`} />
    </>
  );
}
