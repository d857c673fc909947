import { Trash2 } from "lucide-react";
import { addressOptions } from "#components/address-words.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useSave } from "#lib/api/use-save.ts";
import { type Address, addressForm } from "#lib/contract/contacts.ts";

type Props = { contactId: string; known?: Address | undefined; onClose: () => void };

export function AddressModal({ contactId, known, onClose }: Props) {
  const { modal } = useSave("addresses", known);
  const { act: makeFirst, pending } = useAct("addresses.makeFirst");
  const remove = useRemoval("addresses.delete");
  const values = (one?: Address) => ({ kind: one?.kind ?? "WORK", address: one?.address ?? "" });

  async function onFirst({ id }: Address) {
    const { ok } = await makeFirst({ params: { id } });
    if (ok) onClose();
  }

  async function onRemove({ id, address }: Address) {
    const text = `It can be restored from the trash for 30 days.`;
    const outcome = await remove(id, { title: `Remove ${address}?`, text, verb: "Remove" });
    if (outcome?.ok) onClose();
  }

  return (
    <FormModal
      {...modal}
      title={known ? `Change ${known.address}` : "Add an email or number"}
      schema={addressForm}
      values={{ contactId, ...values(known) }}
      compare={{
        values,
        fields: [
          { name: "address", label: "Email or phone number" },
          { name: "kind", label: "Kind" },
        ],
      }}
      submitLabel={known ? "Save" : "Add"}
      onClose={onClose}
    >
      <TextField name="address" label="Email or phone number" required autoComplete="off" />
      <SelectField name="kind" label="Kind" required options={addressOptions} />
      {known && (
        <div className="flex flex-wrap gap-2 md:col-span-2">
          <Button onClick={() => pending || onFirst(known)}>Make primary</Button>
          <Button icon={Trash2} onClick={() => onRemove(known)}>
            Remove
          </Button>
        </div>
      )}
    </FormModal>
  );
}
