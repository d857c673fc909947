import { useEffect } from "react";
import { type FieldValues, FormProvider, useForm, useWatch } from "react-hook-form";
import { Combobox, type Option } from "#components/ui/combobox.tsx";
import { useContactOptions } from "#lib/api/use-options.ts";

type Props = { contact: Option; onPick: (contact: Option) => void; hasFocus: boolean };

export function ContactPicker({ contact, onPick, hasFocus }: Props) {
  const form = useForm<FieldValues>({ defaultValues: { contact } });
  const picked: Option | null = useWatch({ control: form.control, name: "contact" });
  useEffect(() => {
    if (picked && picked.id !== contact.id) onPick(picked);
  }, [picked, contact.id, onPick]);
  const { setFocus } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (hasFocus) setFocus("contact");
  }, []);
  return (
    <FormProvider {...form}>
      <Combobox
        name="contact"
        label="Preview for"
        useOptions={useContactOptions}
        placeholder="Find a contact"
      />
    </FormProvider>
  );
}
