import { useLayoutEffect, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { useSave } from "#lib/api/use-save.ts";
import type { Body } from "#lib/contract/contract.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { fullName } from "#lib/text.ts";

export const SAVING = "saving";

/** `known`: the entries above which it was written. */
type Saving = { entry: TimelineEntry; known: TimelineEntry[] };

const NONE: TimelineEntry[] = [];

export function useSavingNote(pages: TimelineEntry[][] | undefined) {
  const { save } = useSave("notes", undefined);
  const { data: me } = useMe();
  const [saving, setSaving] = useState<Saving[]>([]);
  const [newest = NONE] = pages ?? [];
  useLayoutEffect(() => {
    setSaving((notes) => notes.filter((note) => !newest.some((entry) => isSame(entry, note))));
  }, [newest]);

  async function add(form: Body<"notes.create">) {
    const note = { entry: entryOf(form.content, me ? fullName(me) : ""), known: newest };
    // The timeline shows pinned notes elsewhere.
    if (!form.isPinned) setSaving((notes) => [note, ...notes]);
    const refusal = await save(form);
    if (refusal) setSaving((notes) => notes.filter((one) => one !== note));
    return refusal;
  }

  return { add, saving: saving.map(({ entry }) => entry) };
}

function isSame({ id, note }: TimelineEntry, { entry, known }: Saving): boolean {
  return note?.content === entry.note?.content && !known.some((one) => one.id === id);
}

function entryOf(content: string, createdBy: string): TimelineEntry {
  const pin = { pinnedAt: null, pinnedBy: "" };
  const note = { content, createdBy, ...pin, mentions: [], files: [], version: 0 };
  const at = new Date().toISOString();
  return { id: `${SAVING} ${at}`, kind: "note", at, note };
}
