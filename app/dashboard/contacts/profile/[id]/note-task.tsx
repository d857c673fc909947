"use client";
import { useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { WHAT_MAX } from "#lib/contract/task-terms.ts";
import { fullName, truncate } from "#lib/text.ts";

const TaskModal = part(() => import("#components/task-modal.tsx"), "TaskModal");

export function NoteTask({ note, contactId }: { note: { id: string; content: string }; contactId: string }) {
  const [open, setOpen] = useState(false);
  const { data: contact } = useRead("contacts.get", open ? { params: { id: contactId } } : null);
  const line = note.content.replace(/\s+/g, " ").trim();
  return (
    <>
      <IconButton
        row
        label={`Make a task of note “${truncate(note.content, 30)}”`}
        onPointerEnter={TaskModal.load}
        onFocus={TaskModal.load}
        onClick={() => setOpen(true)}
      >
        <Icon is="circle-check" />
      </IconButton>
      {open && contact && (
        <TaskModal
          begin={{
            what: truncate(line, WHAT_MAX - 1),
            contact: { id: contact.id, name: fullName(contact) || contact.email },
            noteId: note.id,
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
