import clsx from "clsx";
import {
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { useFormContext } from "react-hook-form";
import { useUploads } from "#components/files/use-uploads.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { Field, type FieldProps } from "#components/ui/field.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { RecordForm, useRecordForm } from "#components/ui/record-form.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Refusal } from "#lib/api/refusal.ts";
import { fileTypes, MOST_FILES } from "#lib/contract/file-terms.ts";
import type { Note } from "#lib/contract/notes.ts";
import { preload } from "#lib/form-resolver.ts";
import { stored } from "#lib/stored-code.ts";
import { plural } from "#lib/text.ts";
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
  bare?: boolean;
  placeholder?: string;
};

const loadSchema = stored(async () => (await import("#lib/contract/notes.ts")).noteForm);

const warm = preload(loadSchema);
const FIELDS = [{ name: "content", label: "Note" }];
const valuesOf = ({ content }: Note) => ({ content });

export function NoteForm(props: NoteFormProps) {
  const {
    label,
    contactId,
    content = "",
    draft,
    submitLabel,
    onSave,
    onReload,
    onClose,
    shortcut,
    plain = false,
    bare = false,
    placeholder,
  } = props;
  const files = useNoteFiles(props.fileCount ?? 0, !plain);
  const [isPinned, setPinned] = useState(false);
  const record = useRecordForm<{ content: string }>({
    ...{ schema: loadSchema, values: { content, contactId }, draft, version: props.version, valuesOf },
    isUnsaved: files.count > 0,
    async onSubmit(valid, version) {
      const added = await files.settled();
      if (!added) return undefined;
      const named = mentions.namedIn(valid.content);
      const beside = {
        ...(named && { mentions: named }),
        ...(isPinned && { isPinned }),
        ...(added.length > 0 && { files: added }),
      };
      return onSave({ content: valid.content, contactId, ...beside }, version);
    },
    next: ({ values }) => ({ content: onClose ? values.content : "", contactId }),
    onSaved({ values }, more) {
      setPinned(false);
      files.clear();
      if (!more) return onClose?.();
      const typed = String(form.getValues("content"));
      if (!onClose && typed.startsWith(values.content))
        form.setValue("content", typed.slice(values.content.length).trimStart(), { shouldDirty: true });
    },
  });
  const { form, edit, refused, submit, mayClose } = record;
  const box = useRef<HTMLFormElement>(null);
  const mentions = useMentions(form, box, !plain);
  const { setFocus } = form;
  useEffect(() => {
    if (onClose) setFocus("content");
  }, [onClose, setFocus]);

  function save(event?: SyntheticEvent) {
    if (files.count > 0 && !String(form.getValues("content")).trim())
      form.setValue("content", files.words, { shouldDirty: true });
    return submit(event);
  }

  const cancel = async () => onClose && (await mayClose()) && onClose();

  function onKeyDown(event: KeyboardEvent) {
    if (mentions.onKey(event)) return;
    const saves = (event.metaKey || event.ctrlKey) && (event.key === "Enter" || event.key === "s");
    if (!saves && event.key !== "Escape") return;
    event.preventDefault();
    if (saves) save();
    else cancel();
  }

  return (
    <RecordForm
      of={record}
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
      {refused && <Refused refusal={refused} onReload={() => onReload?.()} />}
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
        <SubmitButton variant={onClose || bare ? "primary" : "outline"}>{submitLabel}</SubmitButton>
      </div>
    </RecordForm>
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

const UploadList = part(() => import("#components/files/upload-list.tsx"), "UploadList");

function useNoteFiles(there: number, offered: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { uploads, tooMany, add, retry, remove, settled, clear } = useUploads(there);

  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // Text copied from a document also comes as an image.
    if (files.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    add(files);
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };

  const button = offered && (
    <>
      <IconButton row label="Add photos or files" {...UploadList.near} onClick={() => input.current?.click()}>
        <Icon is="paperclip" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Photos or files"
        accept={fileTypes.join(",")}
        onChange={({ target }) => {
          add(target.files ?? []);
          target.value = "";
        }}
      />
    </>
  );
  const list = (uploads.length > 0 || tooMany) && (
    <UploadList
      label="Files of this note"
      uploads={uploads}
      tooMany={tooMany && `A note can have ${MOST_FILES} files at most. Add the others to another note.`}
      onRetry={retry}
      onRemove={remove}
    />
  );
  const words = uploads.length === 1 ? (uploads[0]?.name ?? "") : plural(uploads.length, "file");
  return {
    count: uploads.length,
    words,
    button,
    list,
    over: isOver && "outline-2 outline-dashed outline-ring rounded-md",
    events: offered ? { onPaste, onDragOver, onDragLeave, onDrop } : {},
    settled,
    clear,
  };
}
