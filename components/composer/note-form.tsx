import clsx from "clsx";
import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFileDrop } from "#components/files/use-file-drop.ts";
import { useUploads } from "#components/files/use-uploads.ts";
import { EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { part } from "#components/ui/part.tsx";
import { RecordForm, useRecordForm } from "#components/ui/record-form.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { fileTypes, MOST_FILES } from "#lib/contract/file-terms.ts";
import type { Note } from "#lib/contract/notes.ts";
import { preload } from "#lib/form-resolver.ts";
import { stored } from "#lib/stored-code.ts";
import { joined, plural } from "#lib/text.ts";
import { NoteArea, NoteButtons, type NoteFormProps, noteFormClass } from "./note-frame.tsx";
import { useMentions } from "./use-mentions.tsx";

const loadSchema = stored(async () => (await import("#lib/contract/notes.ts")).noteForm);

const warm = preload(loadSchema);
const FIELDS = [{ name: "content", label: "Note" }];
const valuesOf = ({ content }: Note) => ({ content });

export function NoteForm(props: NoteFormProps) {
  const { onReload, onClose, plain = false, bare = false } = props;
  const files = useNoteFiles(props.fileCount ?? 0, !plain);
  const box = useRef<HTMLFormElement>(null);
  const mentions = useMentions(box, !plain);
  const { record, isPinned, togglePin } = useNoteRecord(props, files, mentions.namedIn);
  const { form, edit, refused, submit, mayClose } = record;
  useEarlyInput(props, form, box, files);

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
    else if (onClose) cancel();
    else (event.target as HTMLElement).blur();
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
      className={clsx(noteFormClass(bare), files.over)}
    >
      <EditNotices edit={edit} fields={FIELDS} />
      <NoteArea
        note={props}
        message={form.formState.errors.content?.message?.toString()}
        {...mentions.described}
        {...form.register("content")}
      />
      {mentions.list}
      {files.list}
      {refused && <Refused refusal={refused} onReload={() => onReload?.()} />}
      {files.input}
      <NoteButtons
        note={props}
        files={files.button}
        isPinned={isPinned}
        onPin={togglePin}
        onMention={mentions.begin}
        onCancel={cancel}
        submit={(look) => <SubmitButton {...look} />}
      />
    </RecordForm>
  );
}

type Files = ReturnType<typeof useNoteFiles>;
type NamedIn = ReturnType<typeof useMentions>["namedIn"];

function useNoteRecord(props: NoteFormProps, files: Files, namedIn: NamedIn) {
  const { contactId, content = "", draft, version, onSave, onClose } = props;
  const [isPinned, setPinned] = useState(false);
  const record = useRecordForm<{ content: string }>({
    ...{ schema: loadSchema, values: { content, contactId }, draft, version, valuesOf },
    isUnsaved: files.count > 0,
    async onSubmit(valid, version) {
      const added = await files.settled();
      if (!added) return undefined;
      const mentions = namedIn(valid.content);
      const beside = {
        ...(mentions && { mentions }),
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
      const { form } = record;
      const typed = String(form.getValues("content"));
      if (!onClose && typed.startsWith(values.content))
        form.setValue("content", typed.slice(values.content.length).trimStart(), { shouldDirty: true });
    },
  });
  return { record, isPinned, togglePin: () => setPinned(!isPinned) };
}

type Form = ReturnType<typeof useNoteRecord>["record"]["form"];

/** Focuses the text, and takes what was typed and pressed before this code was loaded. */
function useEarlyInput(
  { content = "", begun, onClose }: NoteFormProps,
  form: Form,
  box: RefObject<HTMLFormElement | null>,
  files: Files,
) {
  const { setFocus } = form;
  useEffect(() => {
    if (onClose) setFocus("content");
  }, [onClose, setFocus]);
  useLayoutEffect(() => {
    const area = box.current?.querySelector("textarea");
    if (!area || !begun) return;
    area.value = begun.text;
    if (!begun.caret) return;
    area.focus();
    area.setSelectionRange(...begun.caret);
  }, [begun, box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    const { current } = box;
    if (!begun || !current) return;
    const kept = form.getValues("content");
    const draft = kept === content ? "" : kept;
    const typed = begun.text === content ? "" : begun.text;
    if (typed && typed !== kept) form.setValue("content", joined("\n", draft, typed), { shouldDirty: true });
    if (begun.files.length > 0) files.add(begun.files);
    current.querySelectorAll("button")[begun.press]?.click();
  }, []);
}

const UploadList = part(() => import("#components/files/upload-list.tsx"), "UploadList");

function useNoteFiles(there: number, offered: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const { uploads, tooMany, add, retry, remove, settled, clear } = useUploads(there);

  const { isOver, events } = useFileDrop(add);

  const box = offered && (
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
    button: { ...UploadList.near, onClick: () => input.current?.click() },
    input: box,
    add,
    list,
    over: isOver && "outline-2 outline-dashed outline-ring rounded-md",
    events: offered ? events : {},
    settled,
    clear,
  };
}
