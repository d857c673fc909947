"use client";
import { useEffect } from "react";
import { type FieldValues, FormProvider, useForm, useWatch } from "react-hook-form";
import { Combobox, type Option } from "#components/ui/combobox.tsx";
import { useContactOptions } from "#lib/api/use-options.ts";

/** Unknown text changes nothing. */
export function ContactPicker({ contact, onPick }: { contact: Option; onPick: (contact: Option) => void }) {
  const form = useForm<FieldValues>({ defaultValues: { contact } });
  const picked: Option | null = useWatch({ control: form.control, name: "contact" });
  useEffect(() => {
    if (picked && picked.id !== contact.id) onPick(picked);
  }, [picked, contact.id, onPick]);
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
