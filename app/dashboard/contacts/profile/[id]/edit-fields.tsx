import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { useHotkeys } from "react-hotkeys-hook";
import { ContactFields } from "#components/contact-fields.tsx";
import { MoreAddresses } from "#components/more-addresses.tsx";
import { OwnFields } from "#components/own-fields.tsx";
import type { Contact } from "#lib/contract/contacts.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { grid, wide } from "./view-fields.tsx";

type Props = { contact: Contact; complete: boolean; own: OwnField[]; onCancel: () => void };

export function EditFields({ contact, complete, own, onCancel }: Props) {
  const { setFocus } = useFormContext();
  useHotkeys(
    "escape",
    onCancel,
    { enableOnFormTags: true, preventDefault: true, ignoreEventWhen: belongsElsewhere },
    [onCancel],
  );
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) setFocus("firstName");
  }, [setFocus]);
  return (
    <div className={grid}>
      <ContactFields complete={complete} wide={wide} contactId={contact.id} />
      {complete && <MoreAddresses />}
      <OwnFields fields={own} wide={wide} />
    </div>
  );
}

function belongsElsewhere(event: KeyboardEvent): boolean {
  return event.defaultPrevented || document.querySelector("[role=dialog],[role=alertdialog]") !== null;
}
