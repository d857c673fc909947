"use client";
import { useMemo } from "react";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Note } from "#lib/contract/notes.ts";
import { NoteForm } from "./note-form.tsx";
import { NoteItem } from "./note-item.tsx";
import { newestFirst } from "./sums.ts";
import { type ListRead, Zone } from "./zone.tsx";

type Props = { read: ListRead<Note>; contactId: string; shown: boolean };

/** What the team remembers of the contact, newest first; the next note can be written at any time. */
export function Notes({ read, contactId, shown }: Props) {
  const create = useAct("notes.create").act;
  const data = useMemo(() => read.data && newestFirst(read.data), [read.data]);

  async function add(content: string) {
    return refusal("notes.create", await create({ body: { content, contactId } }));
  }

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
          onSave={add}
          shortcut="n"
        />
      </div>
    </Zone>
  );
}
