"use client";
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type FieldValues, FormProvider, useForm, useFormContext } from "react-hook-form";
import { useMe } from "#components/shell/use-me.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { confirm, DISCARD } from "#components/ui/confirm.tsx";
import { useHasDraft } from "#components/ui/draft.tsx";
import { EditNotices, Refused, useEdit } from "#components/ui/edit-notices.tsx";
import { Field, type FieldProps } from "#components/ui/field.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { beginAnew, useUnsaved } from "#components/ui/use-unsaved.ts";
import { useUndoDelete } from "#components/use-restore.ts";
import type { Refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useSave } from "#lib/api/use-save.ts";
import type { Note } from "#lib/contract/notes.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { formResolver, preload } from "#lib/form-resolver.ts";
import { truncate } from "#lib/text.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { newestFirst } from "./figures.tsx";
import { type ListRead, Zone } from "./zones.tsx";

type Props = { read: ListRead<Note>; contactId: string; shown: boolean };

/** What the team remembers of the contact, newest first; the next note can be written at any time. */
export function Notes({ read, contactId, shown }: Props) {
  const { save } = useSave("notes", undefined);
  const data = useMemo(() => read.data && newestFirst(read.data), [read.data]);

  return (
    <Zone
      id="notes"
      title="Notes"
      shown={shown}
      read={{ ...read, data }}
      failure={(error) => error.message}
      empty={{ text: "No Notes found", hint: "What is worth remembering of this contact appears here." }}
      row={(note) => <NoteItem key={note.id} note={note} contactId={contactId} />}
    >
      <div className="px-4 pb-3">
        <NoteForm
          label="New note"
          draft={`note of ${contactId}`}
          contactId={contactId}
          submitLabel="Add note"
          onSave={save}
          shortcut="n"
        />
      </div>
    </Zone>
  );
}

const QUESTION = { title: "Delete note", text: "Are you sure you want to delete this note?", verb: "Delete" };

/** A note to read, edited where it stands. */
function NoteItem({ note, contactId }: { note: Note; contactId: string }) {
  // The note as it was when the edit began: its version goes back with the text.
  const [editing, setEditing] = useState<Note | null>(null);
  const draft = `note ${note.id}`;
  const hasDraft = useHasDraft(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit that a reload interrupted goes on
  useEffect(() => {
    if (hasDraft) setEditing(note);
  }, [hasDraft]);
  const { save, reload } = useSave("notes", note);
  const undo = useUndoDelete();
  const remove = useAct("notes.delete", { undo }).act;
  const item = useRef<HTMLLIElement>(null);
  const stop = useCallback(() => setEditing(null), []);
  useFocusAfter(editing !== null, item);

  async function askAndRemove() {
    if (!(await confirm(QUESTION))) return;
    const next = item.current?.nextElementSibling ?? item.current?.previousElementSibling;
    const focus = next?.querySelector("button") ?? document.querySelector<HTMLElement>("[data-shortcut=n]");
    setTimeout(() => focus?.focus());
    await remove({ params: { id: note.id } });
  }

  const about = truncate(note.content, 30);
  return (
    <li ref={item} className="border-b py-2 pr-2 pl-4 last:border-0">
      {editing ? (
        <div className="py-1 pr-2">
          <NoteForm
            label="Edit note"
            contactId={contactId}
            content={editing.content}
            draft={draft}
            version={editing.version}
            submitLabel="Save note"
            onSave={save}
            onReload={() => {
              reload();
              stop();
            }}
            onClose={stop}
          />
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 py-1 [grid-template-areas:'text_actions'_'date_actions'] phone:py-0 phone:[grid-template-areas:'text_text'_'date_actions']">
          <div className="[grid-area:text] phone:pt-1 phone:pr-2">
            <LongText text={note.content} />
          </div>
          <Written at={note.createdAt} by={note.createdBy} />
          <div className="-mt-1 flex self-start [grid-area:actions] phone:mt-0">
            <IconButton row label={`Edit note “${about}”`} data-edit onClick={() => setEditing(note)}>
              <Icon is="pencil" />
            </IconButton>
            <IconButton
              row
              label={`Delete note “${about}”`}
              onClick={askAndRemove}
              className="hover:bg-danger-soft hover:text-danger"
            >
              <Icon is="trash" />
            </IconButton>
          </div>
        </div>
      )}
    </li>
  );
}

function Written({ at, by }: { at: string | null; by?: string | null | undefined }) {
  const { data: me } = useMe();
  const day = formatDay(readDay(at, me?.timezone), { short: true, timezone: me?.timezone });
  if (!at || !day) return null;
  return (
    <p className="min-w-0 self-center truncate text-muted-foreground text-sm [grid-area:date]">
      <time dateTime={at}>{day}</time>
      {by && ` · ${by}`}
    </p>
  );
}

/** The edit ends where it began, on its button. */
function useFocusAfter(editing: boolean, item: RefObject<HTMLElement | null>) {
  const was = useRef(editing);
  useEffect(() => {
    if (was.current && !editing) item.current?.querySelector<HTMLElement>("[data-edit]")?.focus();
    was.current = editing;
  }, [editing, item]);
}

type NewNote = { content: string; contactId: string };

type NoteFormProps = {
  label: string;
  contactId: string;
  /** What is edited; a form without `onClose` writes a new note and is empty again after each. */
  content?: string;
  /** What is written, by name: under it the text is kept until it is saved. */
  draft: string;
  version?: number;
  submitLabel: string;
  /** Resolves to why the host refused, or to null. */
  onSave: (note: NewNote, version: number | undefined) => Promise<Refusal | null>;
  /** Reads the note again, where somebody else may have changed it. */
  onReload?: () => void;
  onClose?: () => void;
  shortcut?: string;
};

const loadSchema = whenIdle(async () => (await import("#lib/contract/notes.ts")).noteForm);

const FIELDS = [{ name: "content", label: "Note" }];
const valuesOf = ({ content }: Note) => ({ content });

/** Writes a note. Ctrl/⌘ with Enter or S saves, Escape leaves an edit. */
export function NoteForm(props: NoteFormProps) {
  const {
    label,
    contactId,
    content = "",
    draft: name,
    submitLabel,
    onSave,
    onReload,
    onClose,
    shortcut,
  } = props;
  const form = useForm<FieldValues, unknown, { content: string }>({
    resolver: formResolver(loadSchema),
    defaultValues: { content, contactId },
  });
  const { isDirty, isSubmitting } = form.formState;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const edit = useEdit(form, { name, version: props.version, valuesOf });
  const { draft, version } = edit;
  useUnsaved(isDirty, draft.end);
  const { setFocus } = form;
  useEffect(() => {
    if (onClose) setFocus("content");
  }, [onClose, setFocus]);

  const save = useSubmit((event) => {
    const sent = form.getValues();
    return form.handleSubmit(async (valid) => {
      setRefusal(null);
      const refused = await onSave({ content: valid.content, contactId }, version);
      if (refused) return setRefusal(edit.refused(refused) ? null : refused);
      edit.saved();
      const more = beginAnew(form, sent, { content: onClose ? valid.content : "", contactId });
      if (!more) return onClose?.();
      // The beginning of what stands there is a note already.
      const typed = String(form.getValues("content"));
      if (!onClose && typed.startsWith(sent.content))
        form.setValue("content", typed.slice(sent.content.length).trimStart(), { shouldDirty: true });
    })(event);
  });

  async function cancel() {
    if (!onClose || isSubmitting || (isDirty && !(await confirm(DISCARD)))) return;
    draft.end();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    const saves = (event.metaKey || event.ctrlKey) && (event.key === "Enter" || event.key === "s");
    if (!saves && event.key !== "Escape") return;
    // Also tells the profile's own keys that these were not meant for them.
    event.preventDefault();
    if (saves) save();
    else cancel();
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={save}
        onInput={preload(loadSchema)}
        onKeyDown={onKeyDown}
        className="grid gap-2"
      >
        <EditNotices edit={edit} fields={FIELDS} />
        <TextArea name="content" label={label} required data-shortcut={shortcut} />
        {refusal && <Refused refusal={refusal} onReload={() => onReload?.()} />}
        <div className="flex items-center justify-end gap-2">
          <span className="flex-1 text-muted-foreground text-xs phone:hidden">
            <kbd>Ctrl</kbd> <kbd>↵</kbd> to save
          </span>
          {onClose && <Button onClick={cancel}>Cancel</Button>}
          <Button type="submit" variant={onClose ? "primary" : "outline"} busy={isSubmitting}>
            {isSubmitting ? "Saving…" : submitLabel}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

type TextAreaProps = FieldProps &
  Pick<ComponentProps<"textarea">, "rows" | "placeholder"> & { "data-shortcut"?: string };

/** A text of several lines, as tall as what is written in it. */
function TextArea({ name, label, required, aside, help, className, ...area }: TextAreaProps) {
  const { register } = useFormContext();
  return (
    <Field name={name} label={label} required={required} aside={aside} help={help} className={className}>
      {(control) => (
        <GrowingText rows={2} {...area} {...control} {...register(name)} className="min-h-15 leading-5" />
      )}
    </Field>
  );
}
