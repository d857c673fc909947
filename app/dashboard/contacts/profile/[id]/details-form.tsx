import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useHotkeys } from "react-hotkeys-hook";
import { ContactFields } from "#components/contact-fields.tsx";
import { contactForms } from "#components/contact-values.ts";
import { MoreAddresses } from "#components/more-addresses.tsx";
import { OwnFields } from "#components/own-fields.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { RecordForm, useRecordForm } from "#components/ui/record-form.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { opensKeyboard } from "#components/ui/use-media.ts";
import { useFormExtras } from "#components/use-form-extras.ts";
import { useReload } from "#lib/api/cache.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Contact, DescribedContactForm } from "#lib/contract/contacts.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { stored } from "#lib/stored-code.ts";
import { DetailsView } from "./details-view.tsx";
import { grid, wide } from "./view-fields.tsx";

const loadForms = stored(() => import("#lib/contract/contacts.ts"));

const NONE: OwnField[] = [];
const TEXTS = {
  success: "Profile updated successfully",
  failure: "Profile update failed",
  fixed: true,
} as const;

/** Viewed and edited in the same place. After a failure, Edit shows the typed text again. */
export function DetailsForm({ contact, isBegun }: { contact: Contact; isBegun: boolean }) {
  const [editing, setEditing] = useState(isBegun);
  const update = useAct("contacts.update", { texts: TEXTS }).act;
  const reload = useReload("contacts.update");
  const { complete, own = NONE } = useFormExtras();
  const money = useMoney();
  const { valuesOf, compared } = contactForms(own, money);
  const loadSchema = async () => (await loadForms()).contactFormIn(complete, own, money);
  const record = useRecordForm<DescribedContactForm>({
    ...{ schema: loadSchema, values: valuesOf(contact), valuesOf },
    draft: `contact ${contact.id}`,
    version: contact.version,
    onRestore: () => setEditing(true),
    onSubmit: async (values, version) => {
      const outcome = await update({ params: { id: contact.id }, body: { ...values, version } });
      return outcome.refused;
    },
    next: ({ values }) => ({ ...values, addresses: [] }),
    onSaved: (_, more) => setEditing(more),
    onRefused: () => setEditing(false),
  });
  const { edit, isDirty, refused, restart, mayClose } = record;
  const begin = () => restart(valuesOf(contact), contact.version);
  const editButton = useFocusAfter(editing);

  function startEditing() {
    if (!isDirty) begin();
    setEditing(true);
  }

  async function cancel() {
    if (!(await mayClose())) return;
    begin();
    setEditing(false);
  }

  function takeTheirs() {
    reload();
    begin();
    setEditing(false);
  }

  return (
    <RecordForm of={record} aria-label="Details" {...(!editing && { onKeyDown: undefined })} className="p-4">
      {editing ? (
        <>
          <div className="mb-2 flex h-control items-center justify-end gap-2 bg-card phone:sticky phone:top-14 phone:z-10 phone:-mx-4 phone:h-15 phone:px-4 short:static!">
            <h2 className="flex-1">Details</h2>
            <Button onClick={cancel}>Cancel</Button>
            <SubmitButton data-shortcut="mod+s">Save</SubmitButton>
          </div>
          <EditNotices edit={edit} fields={compared} className="mb-3" />
          <EditFields key={edit.drawn} contact={contact} complete={complete} own={own} onCancel={cancel} />
        </>
      ) : (
        <DetailsView contact={contact} onEdit={startEditing} editButton={editButton} />
      )}
      {refused && (
        <div className="mt-4">
          <Refused
            refusal={refused}
            hint={editing ? undefined : "Your changes are kept. Choose Edit to continue."}
            onReload={takeTheirs}
          />
        </div>
      )}
    </RecordForm>
  );
}

function useFocusAfter(editing: boolean) {
  const editButton = useRef<HTMLButtonElement>(null);
  const was = useRef(editing);
  useEffect(() => {
    if (was.current && !editing) editButton.current?.focus();
    was.current = editing;
  }, [editing]);
  return editButton;
}

type Props = { contact: Contact; complete: boolean; own: OwnField[]; onCancel: () => void };

function EditFields({ contact, complete, own, onCancel }: Props) {
  const { setFocus } = useFormContext();
  useHotkeys(
    "escape",
    onCancel,
    { enableOnFormTags: true, preventDefault: true, ignoreEventWhen: belongsElsewhere },
    [onCancel],
  );
  useEffect(() => {
    if (!opensKeyboard()) setFocus("firstName");
  }, [setFocus]);
  return (
    <div className={grid}>
      <ContactFields complete={complete} wide={wide} contactId={contact.id} more={<MoreAddresses />} />
      <OwnFields fields={own} wide={wide} />
    </div>
  );
}

function belongsElsewhere(event: KeyboardEvent): boolean {
  return event.defaultPrevented || document.querySelector("[role=dialog],[role=alertdialog]") !== null;
}
