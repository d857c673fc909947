import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import type { Address } from "#lib/contract/contacts.ts";
import { addressOptions } from "./address-words.ts";
import { Button, IconButton } from "./ui/button.tsx";
import { TextField } from "./ui/field.tsx";
import { SelectField } from "./ui/select.tsx";

export function MoreAddresses({ known = [] }: { known?: Address[] | undefined }) {
  const { control } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: "addresses" });
  const add = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className="col-span-full grid gap-2">
      <legend className="sr-only">More emails and numbers</legend>
      {known.length > 0 && (
        <p className="break-words text-muted-foreground text-sm">
          Already saved: {known.map(({ address }) => address).join(", ")}
        </p>
      )}
      {fields.map(({ id }, at) => (
        <div key={id} className="flex items-start gap-2">
          <TextField
            name={`addresses.${at}.address`}
            label={`Another email or number ${at + 1}`}
            hideLabel
            placeholder="Email or phone number"
            autoComplete="off"
            className="min-w-0 flex-1"
          />
          <SelectField
            name={`addresses.${at}.kind`}
            label={`Kind ${at + 1}`}
            hideLabel
            options={addressOptions}
            className="w-28"
          />
          <IconButton
            icon={Trash2}
            label={`Remove email or number ${at + 1}`}
            onClick={() => {
              remove(at);
              add.current?.focus();
            }}
          />
        </div>
      ))}
      <div>
        <Button
          icon={Plus}
          ref={add}
          variant="ghost"
          onClick={() =>
            append({ kind: "WORK", address: "" }, { focusName: `addresses.${fields.length}.address` })
          }
        >
          Another email or number
        </Button>
      </div>
    </fieldset>
  );
}
