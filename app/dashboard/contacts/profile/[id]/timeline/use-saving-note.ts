import { useLayoutEffect, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { useSave } from "#lib/api/use-save.ts";
import type { Body } from "#lib/contract/contract.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { fullName } from "#lib/text.ts";

export const SAVING = "saving";

type Saving = { entry: TimelineEntry; isSaved: boolean };

/** `saving`: the new note until the timeline has it. `busy`: the timeline is being read. */
export function useSavingNote(busy: boolean) {
  const { save } = useSave("notes", undefined);
  const { data: me } = useMe();
  const [saving, setSaving] = useState<Saving | null>(null);
  useLayoutEffect(() => {
    if (!busy) setSaving((note) => (note?.isSaved ? null : note));
  }, [busy]);

  async function add(form: Body<"notes.create">) {
    setSaving({ entry: entryOf(form.content, me ? fullName(me) : ""), isSaved: false });
    const refusal = await save(form);
    setSaving((note) => (refusal ? null : note && { ...note, isSaved: true }));
    return refusal;
  }

  return { add, saving: saving?.entry };
}

function entryOf(content: string, createdBy: string): TimelineEntry {
  const pin = { pinnedAt: null, pinnedBy: "" };
  const note = { content, createdBy, ...pin, mentions: [], files: [], version: 0 };
  return { id: SAVING, kind: "note", at: new Date().toISOString(), note };
}
