"use client";
import { Pencil, Trash } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { IconButton } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { useHasDraft } from "#components/ui/draft.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useReload } from "#lib/api/use-reload.ts";
import type { Note } from "#lib/contract/notes.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { truncate } from "#lib/text.ts";
import { NoteForm } from "./note-form.tsx";

const QUESTION = { title: "Delete note", text: "Are you sure you want to delete this note?", verb: "Delete" };

/** A note to read, edited where it stands. */
export function NoteItem({ note, contactId }: { note: Note; contactId: string }) {
  // The note as it was when the edit began: its version goes back with the text.
  const [editing, setEditing] = useState<Note | null>(null);
  const draft = `note ${note.id}`;
  const hasDraft = useHasDraft(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit that a reload interrupted goes on
  useEffect(() => {
    if (hasDraft) setEditing(note);
  }, [hasDraft]);
  const update = useAct("notes.update").act;
  const remove = useAct("notes.delete").act;
  const reload = useReload("notes.update");
  const item = useRef<HTMLLIElement>(null);
  const stop = useCallback(() => setEditing(null), []);
  useFocusAfter(editing !== null, item);

  async function save(content: string, version: number | undefined) {
    const { id } = note;
    const body = { id, content, contactId, version };
    return refusal("notes.update", await update({ params: { id }, body }));
  }

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
              <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
            <IconButton
              row
              label={`Delete note “${about}”`}
              onClick={askAndRemove}
              className="hover:bg-danger-soft hover:text-danger"
            >
              <Trash size={16} strokeWidth={1.75} aria-hidden="true" />
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
