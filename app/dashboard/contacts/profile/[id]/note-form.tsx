"use client";
import clsx from "clsx";
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type FieldValues, FormProvider, useForm, useFormContext } from "react-hook-form";
import { Button, IconButton } from "#components/ui/button.tsx";
import { confirm, DISCARD } from "#components/ui/confirm.tsx";
import { EditNotices, Refused, useEdit } from "#components/ui/edit-notices.tsx";
import { Field, type FieldProps } from "#components/ui/field.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { beginAnew, useUnsaved } from "#components/ui/use-unsaved.ts";
import type { Refusal } from "#lib/api/refusal.ts";
import type { Note } from "#lib/contract/notes.ts";
import { formResolver, preload } from "#lib/form-resolver.ts";
import { stored } from "#lib/stored-code.ts";
import { useNoteFiles } from "./files/use-note-files.tsx";
import { useMentions } from "./use-mentions.tsx";

type NewNote = {
  content: string;
  contactId: string;
  mentions?: string[];
  isPinned?: boolean;
  files?: { id: string; name: string }[];
};

type NoteFormProps = {
  label: string;
  contactId: string;
  /** Without `onClose`, the form writes new notes and clears itself after each. */
  content?: string;
  draft: string;
  version?: number;
  fileCount?: number;
  submitLabel: string;
  onSave: (note: NewNote, version: number | undefined) => Promise<Refusal | null>;
  onReload?: () => void;
  onClose?: () => void;
  shortcut?: string;
  /** Text only, for a section 7 host. */
  plain?: boolean;
  /** Inside a box with label and border. */
  bare?: boolean;
  placeholder?: string;
};

const loadSchema = stored(async () => (await import("#lib/contract/notes.ts")).noteForm);

const warm = preload(loadSchema);
const FIELDS = [{ name: "content", label: "Note" }];
const valuesOf = ({ content }: Note) => ({ content });

/** Ctrl/⌘ with Enter or S saves, Escape leaves an edit. */
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
    plain = false,
    bare = false,
    placeholder,
  } = props;
  const form = useForm<FieldValues, unknown, { content: string }>({
    resolver: formResolver(loadSchema),
    defaultValues: { content, contactId },
  });
  const { isDirty, isSubmitting } = form.formState;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const edit = useEdit(form, { name, version: props.version, valuesOf });
  const { draft, version } = edit;
  const files = useNoteFiles(props.fileCount ?? 0, !plain);
  useUnsaved(isDirty || files.count > 0, draft.end);
  const [isPinned, setPinned] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const mentions = useMentions(form, box, !plain);
  const { setFocus } = form;
  useEffect(() => {
    if (onClose) setFocus("content");
  }, [onClose, setFocus]);

  const save = useSubmit((event) => {
    if (files.count > 0 && !String(form.getValues("content")).trim())
      form.setValue("content", files.words, { shouldDirty: true });
    const sent = form.getValues();
    return form.handleSubmit(async (valid) => {
      setRefusal(null);
      const added = await files.settled();
      // A failed upload shows its own message.
      if (!added) return;
      const named = mentions.namedIn(valid.content);
      const beside = {
        ...(named && { mentions: named }),
        ...(isPinned && { isPinned }),
        ...(added.length > 0 && { files: added }),
      };
      const refused = await onSave({ content: valid.content, contactId, ...beside }, version);
      if (refused) return setRefusal(edit.refused(refused) ? null : refused);
      edit.saved();
      setPinned(false);
      files.clear();
      const more = beginAnew(form, sent, { content: onClose ? valid.content : "", contactId });
      if (!more) return onClose?.();
      // The beginning of the text was saved as a note already.
      const typed = String(form.getValues("content"));
      if (!onClose && typed.startsWith(sent.content))
        form.setValue("content", typed.slice(sent.content.length).trimStart(), { shouldDirty: true });
    })(event);
  });

  async function cancel() {
    if (!onClose || isSubmitting || ((isDirty || files.count > 0) && !(await confirm(DISCARD)))) return;
    draft.end();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (mentions.onKey(event)) return;
    const saves = (event.metaKey || event.ctrlKey) && (event.key === "Enter" || event.key === "s");
    if (!saves && event.key !== "Escape") return;
    // The profile's shortcuts must not handle this key too.
    event.preventDefault();
    if (saves) save();
    else cancel();
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={save}
        ref={box}
        onInput={() => {
          warm();
          mentions.look();
        }}
        onKeyDown={onKeyDown}
        {...files.events}
        aria-label={bare ? "Add to the timeline" : undefined}
        className={clsx("relative grid", bare ? "gap-1 p-2" : "gap-2", files.over)}
      >
        <EditNotices edit={edit} fields={FIELDS} />
        <TextArea
          name="content"
          label={label}
          required
          data-shortcut={shortcut}
          placeholder={!plain && placeholder ? `${placeholder} @ mentions a colleague` : placeholder}
          {...mentions.described}
          className={bare ? "is-bare" : ""}
        />
        {mentions.list}
        {files.list}
        {refusal && <Refused refusal={refusal} onReload={() => onReload?.()} />}
        <div className="flex items-center justify-end gap-2">
          <span className="flex">
            {files.button}
            {bare && !plain && (
              <>
                <IconButton row label="Mention a colleague" onClick={mentions.begin}>
                  <Icon is="at-sign" />
                </IconButton>
                <IconButton
                  row
                  label="Pin this note"
                  aria-pressed={isPinned}
                  onClick={() => setPinned(!isPinned)}
                  className="aria-pressed:bg-primary-soft aria-pressed:text-primary-soft-foreground"
                >
                  <Icon is="pin" />
                </IconButton>
              </>
            )}
          </span>
          <span className={`flex-1 text-muted-foreground text-xs phone:hidden ${bare ? "text-right" : ""}`}>
            <kbd>Ctrl</kbd> <kbd>↵</kbd>
            {!bare && " to save"}
          </span>
          {onClose && <Button onClick={cancel}>Cancel</Button>}
          <Button type="submit" variant={onClose || bare ? "primary" : "outline"} busy={isSubmitting}>
            {isSubmitting ? "Saving…" : submitLabel}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

type TextAreaProps = FieldProps &
  Pick<ComponentProps<"textarea">, "rows" | "placeholder" | "aria-controls" | "aria-activedescendant"> & {
    "data-shortcut"?: string;
  };

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
