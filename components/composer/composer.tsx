import clsx from "clsx";
import { type ReactNode, useState } from "react";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { panelId, Tabs } from "#components/ui/tabs.tsx";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import { NoteBox } from "./note-box.tsx";
import type { NoteFormProps } from "./note-frame.tsx";

type Kind = "note" | "photo" | "mail" | "text" | "task";

/** `draft`: of the note. `photo`: adds photos. `repairId`: the note and the text are about it. */
type Props = {
  contact: { id: string; name: string };
  addNote: NoteFormProps["onSave"];
  kinds?: readonly Kind[];
  draft?: string;
  repairId?: string;
  photo?: ReactNode;
  inFlow?: boolean;
};

const PROFILE: readonly Kind[] = ["note", "mail", "text", "task"];

const Modal = part(() => import("#components/ui/modal.tsx"), "Modal");

const TaskComposer = part(() => import("./task-composer.tsx"), "TaskComposer", {
  until: () => <div className="h-33" />,
});

const LetterForm = part(() => import("./letter-form.tsx"), "LetterForm", {
  until: () => <div className="h-44" />,
});

const TextForm = part(() => import("#components/text-modal.tsx"), "TextForm", {
  until: () => <div className="h-60" />,
});

export function Composer(props: Props) {
  const { inFlow } = props;
  const phone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!phone) {
    return (
      <>
        <div className="mx-4 my-3 rounded-lg border border-input focus-within:border-ring phone:hidden">
          <Kinds {...props} />
        </div>
        {inFlow && <div className="h-15 md:hidden" />}
      </>
    );
  }
  return (
    <>
      <div
        data-bar={inFlow ? undefined : ""}
        className={clsx(
          "px-4 py-2",
          !inFlow && "fixed inset-x-0 bottom-[calc(60px+env(safe-area-inset-bottom))] z-20 border-t bg-card",
        )}
      >
        <button
          type="button"
          data-shortcut="n"
          onClick={() => setOpen(true)}
          onPointerEnter={Modal.load}
          className="flex h-11 w-full items-center gap-2 rounded-md border border-input bg-card px-3 text-[1rem] text-muted-foreground"
        >
          <Icon is="square-pen" />
          {inFlow ? "Note, text or mail…" : "Note, mail, text or task…"}
        </button>
      </div>
      {isOpen && (
        <Modal title="Add to the timeline" onClose={close}>
          <div className="px-4 pb-4">
            <Kinds {...props} onClose={close} />
          </div>
        </Modal>
      )}
    </>
  );
}

const looks: Record<Kind, { label: string; icon: IconName; key?: string }> = {
  note: { label: "Note", icon: "notebook-pen", key: "n" },
  photo: { label: "Photo", icon: "camera" },
  mail: { label: "Mail", icon: "mail", key: "m" },
  text: { label: "Text", icon: "message-square-text" },
  task: { label: "Task", icon: "circle-check", key: "t" },
};

function Kinds({ contact, addNote, kinds = PROFILE, onClose, ...rest }: Props & { onClose?: () => void }) {
  const { draft = `note of ${contact.id}`, repairId, photo } = rest;
  const [kind, setKind] = useState<Kind>("note");
  const [hasText, setHasText] = useState(false);
  const tabs = kinds.map((id) => {
    const { key, ...look } = looks[id];
    return { id, ...look, ...(key && id !== kind && { shortcut: key }) };
  });
  function closeText() {
    if (onClose) return onClose();
    setHasText(false);
    setKind("note");
    focusIn(panelId("note"));
  }

  return (
    <>
      <Tabs<Kind>
        label="What to add"
        tabs={tabs}
        selected={kind}
        onSelect={(next, isPress) => {
          setKind(next);
          if (next === "text") setHasText(true);
          if (isPress && !onClose) focusIn(panelId(next));
        }}
        segmented
        narrow
        className="composer-tabs"
      />
      <div id={panelId("note")} role="tabpanel" aria-label="Note" hidden={kind !== "note"}>
        <NoteBox
          label="New note"
          draft={draft}
          contactId={contact.id}
          submitLabel="Add note"
          onSave={addNote}
          {...(onClose ? { onClose } : kind === "note" && { shortcut: "n" })}
          bare
          placeholder="Write a note…"
        />
      </div>
      <div id={panelId("mail")} role="tabpanel" aria-label="Mail" hidden={kind !== "mail"}>
        {kind === "mail" && (
          <LetterForm contactId={contact.id} {...(onClose ? { onClose } : { shortcut: "m" })} />
        )}
      </div>
      {kinds.includes("photo") && (
        <div id={panelId("photo")} role="tabpanel" aria-label="Photo" hidden={kind !== "photo"}>
          {photo}
        </div>
      )}
      <div
        id={panelId("text")}
        role="tabpanel"
        aria-label="Text message"
        hidden={kind !== "text"}
        className="pt-2"
      >
        {hasText && <TextForm contactId={contact.id} repairId={repairId} onClose={closeText} />}
      </div>
      {kinds.includes("task") && (
        <div id={panelId("task")} role="tabpanel" aria-label="Task" hidden={kind !== "task"}>
          {kind === "task" && <TaskComposer contact={contact} onDone={onClose} />}
        </div>
      )}
    </>
  );
}

const FOCUS_MS = 50;
const FOCUS_WITHIN_MS = 2_000;

/** Once the panel's code has loaded, if the tab still has the focus. */
function focusIn(panel: string) {
  const pressed = document.activeElement;
  const end = Date.now() + FOCUS_WITHIN_MS;
  const timer = setInterval(() => {
    const field = document.querySelector<HTMLElement>(`#${panel} :is(input:not([type=file]), textarea)`);
    if (!field && Date.now() < end) return;
    clearInterval(timer);
    if (document.activeElement === pressed || document.activeElement === document.body) field?.focus();
  }, FOCUS_MS);
}
