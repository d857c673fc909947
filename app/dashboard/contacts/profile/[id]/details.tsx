"use client";
import { useEffect, useRef, useState } from "react";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { contactForms } from "#components/contact-values.ts";
import { HistoryButton } from "#components/history-button.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm, DISCARD } from "#components/ui/confirm.tsx";
import { EditNotices, Refused, useEdit } from "#components/ui/edit-notices.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { beginAnew, useUnsaved } from "#components/ui/use-unsaved.ts";
import { useFormExtras } from "#components/use-form-extras.ts";
import { useReload } from "#lib/api/cache.ts";
import { type Refusal, refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Contact, DescribedContactForm } from "#lib/contract/contacts.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { formResolver, preload } from "#lib/form-resolver.ts";
import { stored } from "#lib/stored-code.ts";
import { fullName } from "#lib/text.ts";
import { ViewFields } from "./view-fields.tsx";
import { ViewOwn } from "./view-own.tsx";

const loadForms = stored(() => import("#lib/contract/contacts.ts"));
const EditFields = part(() => import("./edit-fields.tsx"), "EditFields", {
  until: ViewFields,
});

const NONE: OwnField[] = [];
const TEXTS = { success: "Profile updated successfully", failure: "Profile update failed" };

/** Viewed and edited in the same place. After a failure, Edit shows the typed text again. */
export function Details({ contact }: { contact: Contact }) {
  const [editing, setEditing] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const update = useAct("contacts.update", { texts: TEXTS }).act;
  const reload = useReload("contacts.update");
  const { complete, own = NONE } = useFormExtras();
  const money = useMoney();
  const { valuesOf, compared } = contactForms(own, money);
  const loadSchema = async () => (await loadForms()).contactFormIn(complete, own, money);
  const form = useForm<FieldValues, unknown, DescribedContactForm>({
    resolver: formResolver(loadSchema),
    defaultValues: valuesOf(contact),
  });
  const { isDirty, isSubmitting } = form.formState;
  const edit = useEdit(form, {
    name: `contact ${contact.id}`,
    version: contact.version,
    valuesOf,
    onRestore: () => setEditing(true),
  });
  const { draft } = edit;
  useUnsaved(isDirty, draft.end);
  const editButton = useFocusAfter(editing);

  function begin() {
    form.reset(valuesOf(contact));
    edit.end();
    edit.begin(contact.version);
    setRefused(null);
  }

  function startEditing() {
    if (!isDirty) begin();
    setEditing(true);
  }

  async function cancel() {
    if (isSubmitting || (isDirty && !(await confirm(DISCARD)))) return;
    begin();
    setEditing(false);
  }

  const save = useSubmit((event) => {
    const sent = form.getValues();
    return form.handleSubmit(async (values) => {
      setRefused(null);
      const body = { ...values, version: edit.version };
      const outcome = await update({ params: { id: contact.id }, body });
      const refused = refusal("contacts.update", outcome, TEXTS);
      // The person must choose between two versions in the form.
      if (refused && edit.refused(refused)) return;
      if (outcome.ok) edit.saved();
      // Text typed while saving continues the edit.
      setEditing(outcome.ok && beginAnew(form, sent, values));
      setRefused(refused);
    })(event);
  });

  function takeTheirs() {
    reload();
    begin();
    setEditing(false);
  }

  return (
    <FormProvider {...form}>
      <form noValidate aria-label="Details" onSubmit={save} onInput={preload(loadSchema)} className="p-4">
        <div className="mb-2 flex h-control items-center justify-end gap-2">
          <h2 className="flex-1">Details</h2>
          {editing ? (
            <>
              <Button onClick={cancel}>Cancel</Button>
              <Button type="submit" variant="primary" busy={isSubmitting} data-shortcut="mod+s">
                {isSubmitting ? "Saving…" : "Save"}
              </Button>
            </>
          ) : (
            <>
              <HistoryButton id={contact.id} name={fullName(contact)} />
              <Button
                // A different element than Save, or the click would submit the form.
                key="edit"
                ref={editButton}
                onClick={startEditing}
                onPointerEnter={EditFields.load}
                onFocus={EditFields.load}
                data-shortcut="e"
              >
                <Icon is="pencil" />
                Edit
              </Button>
            </>
          )}
        </div>
        {editing && <EditNotices edit={edit} fields={compared} className="mb-3" />}
        {editing ? (
          <EditFields key={edit.drawn} contact={contact} complete={complete} own={own} onCancel={cancel} />
        ) : (
          <>
            <ViewFields contact={contact} />
            <ViewOwn contact={contact} own={own} money={money} />
          </>
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
      </form>
    </FormProvider>
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
