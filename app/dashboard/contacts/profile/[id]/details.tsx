import { SlidersHorizontal, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { contactForms } from "#components/contact-values.ts";
import { HistoryButton } from "#components/history-button.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMay, useMoney } from "#components/shell/use-me.ts";
import { Button, iconButtonClass } from "#components/ui/button.tsx";
import { EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { RecordForm, useRecordForm } from "#components/ui/record-form.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useFormExtras } from "#components/use-form-extras.ts";
import { useReload } from "#lib/api/cache.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Contact, DescribedContactForm } from "#lib/contract/contacts.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { inGroups, ownWords } from "#lib/own-fields.ts";
import { stored } from "#lib/stored-code.ts";
import { fullName } from "#lib/text.ts";
import { ViewFields } from "./view-fields.tsx";

const loadForms = stored(() => import("#lib/contract/contacts.ts"));
const EditFields = part(() => import("./edit-fields.tsx"), "EditFields", { until: ViewFields });

const NONE: OwnField[] = [];
const TEXTS = {
  success: "Profile updated successfully",
  failure: "Profile update failed",
  fixed: true,
} as const;

/** Viewed and edited in the same place. After a failure, Edit shows the typed text again. */
export function Details({ contact }: { contact: Contact }) {
  const [editing, setEditing] = useState(false);
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
    next: ({ values }) => values,
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
      <div className="mb-2 flex h-control items-center justify-end gap-2">
        <h2 className="flex-1">Details</h2>
        {editing ? (
          <>
            <Button onClick={cancel}>Cancel</Button>
            <SubmitButton data-shortcut="mod+s">Save</SubmitButton>
          </>
        ) : (
          <>
            <HistoryButton id={contact.id} name={fullName(contact)} />
            <Button
              // A different element than Save, or the click would submit the form.
              key="edit"
              ref={editButton}
              onClick={startEditing}
              {...EditFields.near}
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

type Props = { contact: Contact; own: OwnField[]; money: Money };

function ViewOwn({ contact, own, money }: Props) {
  const may = useMay()("fields.create");
  return inGroups(own).map(([group, fields], i) => (
    <section key={group} aria-label={group} className="-mx-4 mt-4 border-t px-4 pt-3 last:-mb-1">
      <div className="flex min-h-control items-center justify-between gap-2">
        <h3 className="font-semibold text-[15px]">{group}</h3>
        {may && i === 0 && (
          <PrefetchLink
            href="/dashboard/settings/data/fields"
            aria-label="Set up the fields"
            title="Set up the fields"
            className={iconButtonClass({ row: true })}
          >
            <SlidersHorizontal size={16} strokeWidth={1.75} />
          </PrefetchLink>
        )}
      </div>
      <dl className="grid">
        {fields.map((field) => {
          const words = ownWords(field, contact.fields?.[field.id], money);
          return (
            <div key={field.id} className="grid min-h-7.5 grid-cols-[116px_minmax(0,1fr)] py-1">
              <dt className="wrap-anywhere text-[13px] text-muted-foreground leading-5.5">{field.label}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap leading-5.5">
                {!words ? (
                  <span className="text-muted-foreground">–</span>
                ) : field.isWarning ? (
                  <span className="font-medium text-warning">
                    <TriangleAlert size={14} className="mr-1.5 inline align-[-2px]" />
                    {words}
                  </span>
                ) : (
                  words
                )}
                {words && field.suffix && (
                  <span className="text-muted-foreground text-sm"> {field.suffix}</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  ));
}
