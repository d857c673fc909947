import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { NoteBox } from "#components/composer/note-box.tsx";
import { Gallery } from "#components/files/gallery.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { IconButton } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { useHasDraft } from "#components/ui/draft.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { part } from "#components/ui/part.tsx";
import { useUndoDelete } from "#components/use-restore.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { useSave } from "#lib/api/use-save.ts";
import type { Note } from "#lib/contract/notes.ts";
import { WHAT_MAX } from "#lib/contract/task-terms.ts";
import { formatDate } from "#lib/dates.ts";
import { fullName, truncate } from "#lib/text.ts";
import { newestFirst } from "./figures.tsx";
import { ListPanel, type ListRead } from "./list-panel.tsx";

type Props = { read: ListRead<Note>; contactId: string; shown: boolean; tabbed?: boolean; plain?: boolean };

export function Notes({ read, contactId, shown, tabbed, plain }: Props) {
  const { save } = useSave("notes", undefined);
  const data = useMemo(() => read.data && newestFirst(read.data), [read.data]);

  return (
    <ListPanel
      id="notes"
      title="Notes"
      shown={shown}
      tabbed={tabbed}
      read={{ ...read, data }}
      failure={(error) => error.message}
      empty={{ text: "No Notes found", hint: "Notes about this contact appear here." }}
      renderRow={(note) => <NoteItem key={note.id} note={note} contactId={contactId} plain={plain} />}
    >
      <div className={tabbed ? "px-4 pb-3 md:pt-3" : "px-4 pb-3"}>
        <NoteBox
          label="New note"
          draft={`note of ${contactId}`}
          contactId={contactId}
          submitLabel="Add note"
          onSave={save}
          shortcut="n"
          plain={plain}
        />
      </div>
    </ListPanel>
  );
}

const QUESTION = { title: "Delete note", text: "Are you sure you want to delete this note?", verb: "Delete" };

type ItemProps = { note: Note; contactId: string; plain?: boolean | undefined };

function NoteItem({ note, contactId, plain }: ItemProps) {
  const [editing, setEditing] = useState<Note | null>(null);
  const draft = `note ${note.id}`;
  const hasDraft = useHasDraft(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, to resume an edit after a reload
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
          <NoteBox
            label="Edit note"
            contactId={contactId}
            content={editing.content}
            draft={draft}
            version={editing.version}
            fileCount={note.files?.length ?? 0}
            submitLabel="Save note"
            onSave={save}
            plain={plain}
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
            <LongText text={note.content} marked={note.mentions?.map(({ name }) => `@${name}`)} />
            <Gallery files={note.files} />
          </div>
          <Written at={note.createdAt} by={note.createdBy} />
          <div className="-mt-1 flex self-start [grid-area:actions] phone:mt-0">
            <IconButton
              row
              icon="pencil"
              label={`Edit note “${about}”`}
              data-edit
              onClick={() => setEditing(note)}
            />
            {!plain && <NoteTask note={note} contactId={contactId} />}
            <IconButton
              row
              icon="trash"
              label={`Delete note “${about}”`}
              onClick={askAndRemove}
              className="hover:bg-danger-soft hover:text-danger"
            />
          </div>
        </div>
      )}
    </li>
  );
}

function Written({ at, by }: { at: string | null; by?: string | null | undefined }) {
  const { data: me } = useMe();
  const day = formatDate(at, me?.timezone, { short: true });
  if (!at || !day) return null;
  return (
    <p className="min-w-0 self-center truncate text-muted-foreground text-sm [grid-area:date]">
      <time dateTime={at}>{day}</time>
      {by && ` · ${by}`}
    </p>
  );
}

function useFocusAfter(editing: boolean, item: RefObject<HTMLElement | null>) {
  const was = useRef(editing);
  useEffect(() => {
    if (was.current && !editing) item.current?.querySelector<HTMLElement>("[data-edit]")?.focus();
    was.current = editing;
  }, [editing, item]);
}

const TaskModal = part(() => import("#components/task-modal.tsx"), "TaskModal");

function NoteTask({ note, contactId }: { note: { id: string; content: string }; contactId: string }) {
  const [open, setOpen] = useState(false);
  const { data: contact } = useRead("contacts.get", open ? { params: { id: contactId } } : null);
  const line = note.content.replace(/\s+/g, " ").trim();
  return (
    <>
      <IconButton
        row
        icon="circle-check"
        label={`Make a task of note “${truncate(note.content, 30)}”`}
        {...TaskModal.near}
        onClick={() => setOpen(true)}
      />
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
