"use client";
import { Pencil } from "lucide-react";
import { useEffect, useReducer, useRef, useState } from "react";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { Refused } from "#components/refused.tsx";
import { beginAnew } from "#components/ui/begin-anew.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm, DISCARD } from "#components/ui/confirm.tsx";
import { DraftRestored, useDraft } from "#components/ui/draft.tsx";
import { part } from "#components/ui/part.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { type Refusal, refusal } from "#lib/api/refusal.ts";
import { edited, useAct } from "#lib/api/use-act.ts";
import { useReload } from "#lib/api/use-reload.ts";
import type { Contact, ContactForm } from "#lib/contract/contacts.ts";
import { ahead, formResolver } from "#lib/form-resolver.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { ViewFields } from "./view-fields.tsx";

const loadSchema = whenIdle(async () => (await import("#lib/contract/contacts.ts")).contactForm);
const EditFields = part(() => import("./edit-fields.tsx").then((module) => module.EditFields), {
  until: ViewFields,
});

const TEXTS = { success: "Profile updated successfully", failure: "Profile update failed" };

/**
 * The contact's fields, to look at and to edit in the same place. An update ends editing, whether it succeeds or
 * fails; after a failure the form still holds what was typed, and Edit shows it again.
 */
export function Details({ contact }: { contact: Contact }) {
  const [editing, setEditing] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  // What the draft began with: a host that counts versions refuses it if somebody else saved meanwhile.
  const [begun, setBegun] = useState(contact);
  const update = useAct("contacts.update", { texts: TEXTS }).act;
  const reload = useReload("contacts.update");
  const form = useForm<FieldValues, unknown, ContactForm>({
    resolver: formResolver(loadSchema),
    defaultValues: valuesOf(contact),
  });
  const { isDirty, isSubmitting } = form.formState;
  const [drawn, draw] = useReducer((count: number) => count + 1, 0);
  const draft = useDraft(form, {
    name: `contact ${contact.id}`,
    version: begun.version,
    onChange: (found) => {
      setBegun({ ...contact, version: found ? found.version : contact.version });
      setEditing(true);
      draw();
    },
  });
  useUnsaved(isDirty, draft.end);
  const editButton = useFocusAfter(editing);

  function begin() {
    form.reset(valuesOf(contact));
    draft.end();
    setBegun(contact);
    setRefused(null);
  }

  function edit() {
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
      const body = { ...values, version: begun.version };
      const outcome = await update({ params: { id: contact.id }, body });
      setBegun((was) => (outcome.ok ? edited(was, body) : was));
      if (outcome.ok) draft.end();
      // Who goes on typing while it is being saved is editing once more.
      setEditing(outcome.ok && beginAnew(form, sent, values));
      setRefused(refusal("contacts.update", outcome, TEXTS));
    })(event);
  });

  function takeTheirs() {
    reload();
    begin();
    setEditing(false);
  }

  return (
    <FormProvider {...form}>
      <form noValidate aria-label="Details" onSubmit={save} onInput={ahead(loadSchema)} className="p-4">
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
            <Button
              ref={editButton}
              onClick={edit}
              onPointerEnter={EditFields.load}
              onFocus={EditFields.load}
              data-shortcut="e"
            >
              <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
              Edit
            </Button>
          )}
        </div>
        {editing && <DraftRestored {...draft} />}
        {editing ? (
          <EditFields key={drawn} contact={contact} onCancel={cancel} />
        ) : (
          <ViewFields contact={contact} />
        )}
        {refused && (
          <div className="mt-4">
            <Refused
              refusal={refused}
              hint={editing ? undefined : "What you typed is kept: Edit shows it again."}
              onReload={takeTheirs}
            />
          </div>
        )}
      </form>
    </FormProvider>
  );
}

function valuesOf(contact: Contact): ContactForm {
  const { firstName, lastName, email, phoneNumber } = contact;
  const birthday = contact.birthday ?? "";
  const anniversary = contact.anniversary ?? "";
  return { firstName, lastName, email, phoneNumber, birthday, anniversary };
}

/** Editing ends where it began, on the Edit button. */
function useFocusAfter(editing: boolean) {
  const editButton = useRef<HTMLButtonElement>(null);
  const was = useRef(editing);
  useEffect(() => {
    if (was.current && !editing) editButton.current?.focus();
    was.current = editing;
  }, [editing]);
  return editButton;
}
