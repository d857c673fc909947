import { type ComponentProps, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Combobox } from "./ui/combobox.tsx";
import { part } from "./ui/part.tsx";

const ContactModal = part(() => import("./contact-modal.tsx"), "ContactModal");

export function ContactChoice(props: Omit<ComponentProps<typeof Combobox>, "createLabel" | "onCreate">) {
  const { setValue } = useFormContext();
  const [creating, setCreating] = useState<string | null>(null);
  return (
    <>
      <Combobox {...props} createLabel="Create contact" onCreate={setCreating} />
      {creating !== null && (
        <ContactModal
          name={creating}
          onCreated={(contact) => setValue(props.name, contact, { shouldDirty: true, shouldValidate: true })}
          onClose={() => setCreating(null)}
        />
      )}
    </>
  );
}
