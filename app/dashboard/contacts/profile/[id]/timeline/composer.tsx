"use client";
import { useState } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import { useSave } from "#lib/api/use-save.ts";
import { NoteForm } from "../note-form.tsx";

const Modal = part(() => import("#components/ui/modal.tsx").then((module) => module.Modal));

/** What is added to a timeline: a box that is always open, and on phones a bar that opens one. */
export function Composer({ contactId }: { contactId: string }) {
  const phone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!phone) {
    return (
      <div className="mx-4 my-3 rounded-lg border border-input focus-within:border-ring phone:hidden">
        <Kinds contactId={contactId} />
      </div>
    );
  }
  return (
    <>
      <div className="fixed inset-x-0 bottom-[calc(60px+env(safe-area-inset-bottom))] z-20 border-t bg-card px-4 py-2">
        <button
          type="button"
          data-shortcut="n"
          onClick={() => setOpen(true)}
          onPointerEnter={Modal.load}
          className="flex h-11 w-full items-center gap-2 rounded-md border border-input bg-card px-3 text-[16px] text-muted-foreground"
        >
          <Icon is="square-pen" />
          Add a note…
        </button>
      </div>
      {isOpen && (
        <Modal title="Add to the timeline" onClose={close}>
          <div className="px-4 pb-4">
            <Kinds contactId={contactId} onClose={close} />
          </div>
        </Modal>
      )}
    </>
  );
}

/** Further kinds (mail, task) are tabs of the same box, each with its own draft. */
function Kinds({ contactId, onClose }: { contactId: string; onClose?: () => void }) {
  const { save } = useSave("notes", undefined);
  return (
    <NoteForm
      label="New note"
      draft={`note of ${contactId}`}
      contactId={contactId}
      submitLabel="Add note"
      onSave={save}
      {...(onClose ? { onClose } : { shortcut: "n" })}
      bare
      placeholder="Write a note…"
    />
  );
}
