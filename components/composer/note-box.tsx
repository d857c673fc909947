import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "#components/ui/button.tsx";
import { DraftOwner, useHasDraft } from "#components/ui/draft.tsx";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { dropDraft, saveDraft } from "#lib/drafts.ts";
import { notify } from "#lib/notifications.ts";
import { checkBuild } from "#lib/page-state.ts";
import { onFirstUse, stored } from "#lib/stored-code.ts";
import { NOT_LOADED } from "#lib/unexpected.ts";
import { type Begun, NoteArea, NoteButtons, type NoteFormProps, noteFormClass } from "./note-frame.tsx";

const load = stored(async () => (await import("./note-form.tsx")).NoteForm);
type Form = Awaited<ReturnType<typeof load>>;
let loaded: Form | undefined;

/** Stands for the form until its first use, which passes typed text and presses on. */
export function NoteBox(props: NoteFormProps) {
  const { draft, contactId, onClose, bare, plain } = props;
  const [form, setForm] = useState<{ Form: Form; begun?: Begun } | undefined>(loaded && { Form: loaded });
  const [isTyped, setTyped] = useState(false);
  const owner = useContext(DraftOwner);
  const drop = () => owner && dropDraft(owner, draft);
  useUnsaved(isTyped && !form, drop);
  const hasDraft = useHasDraft(draft);
  const box = useRef<HTMLFormElement>(null);
  const isComposing = useRef(false);
  const isKept = useRef(false);

  async function begin({ press = -1, files = [] }: Partial<Begun> = {}) {
    try {
      loaded = await load();
    } catch (error) {
      checkBuild(error);
      if (press >= 0) notify({ type: "error", message: NOT_LOADED });
      return;
    }
    const area = box.current?.querySelector("textarea");
    if (!area || isComposing.current) return;
    const { value: text, selectionStart, selectionEnd } = area;
    const isUsed = document.activeElement === area;
    // Replacing an empty box would close a phone's keyboard.
    if (isUsed && !text && press < 0 && files.length === 0 && !onClose && !hasDraft) return;
    // The form keeps its own draft, and would show this one as restored.
    if (isKept.current) drop();
    const begun = { text, caret: isUsed ? ([selectionStart, selectionEnd] as const) : null, files, press };
    const Form = loaded;
    // A letter typed before a later rendering would be lost.
    flushSync(() => setForm({ Form, begun }));
  }

  const latest = useRef(begin);
  latest.current = begin;
  const isWanted = Boolean(onClose) || hasDraft;
  useEffect(() => {
    if (isWanted || box.current?.querySelector("textarea")?.value) return void latest.current();
    return onFirstUse(() => latest.current());
  }, [isWanted]);

  if (form) return <form.Form {...props} {...(form.begun && { begun: form.begun })} />;

  const buttons = () => [...(box.current?.querySelectorAll("button") ?? [])];

  function onPress(event: MouseEvent) {
    const pressed = (event.target as Element).closest("button");
    if (!pressed) return;
    event.preventDefault();
    void begin({ press: buttons().indexOf(pressed) });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.metaKey || event.ctrlKey) || (event.key !== "Enter" && event.key !== "s")) return;
    event.preventDefault();
    void begin({ press: buttons().length - 1 });
  }

  function onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData;
    if (plain || files.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    void begin({ files: [...files] });
  }

  return (
    <form
      ref={box}
      noValidate
      onClick={onPress}
      onKeyDown={onKeyDown}
      onInput={({ target }) => {
        const content = (target as HTMLTextAreaElement).value;
        setTyped(content !== "");
        if (owner && !hasDraft) {
          saveDraft(owner, draft, { values: { content, contactId } });
          isKept.current = true;
        }
        void begin();
      }}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={() => {
        isComposing.current = false;
        void begin();
      }}
      onPaste={onPaste}
      onDragEnter={() => begin()}
      aria-label={bare ? "Add to the timeline" : undefined}
      className={noteFormClass(bare)}
    >
      <NoteArea note={props} defaultValue={props.content} />
      <NoteButtons note={props} submit={(look) => <Button type="submit" {...look} />} />
    </form>
  );
}
