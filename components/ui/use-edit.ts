import { type ReactNode, useReducer, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { Draft } from "#lib/drafts.ts";
import { isSameValue, useDraft } from "./draft.tsx";

/** A field that two versions are compared by. `text` says what a value reads like; texts and {id, name} do so alone. */
// biome-ignore lint/suspicious/noExplicitAny: a field's value is what its form holds
export type Compared = { name: string; label: string; text?: (value: any) => ReactNode };

/** What a form was refused with: `theirs` is the record as somebody else has saved it. */
type Refusal = { theirs?: unknown };

/** `at` tells one conflict from the next. */
export type Conflict = { mine: FieldValues; theirs: FieldValues; at: number };

type Options = {
  /** What is edited, by name; undefined where nothing is to be kept. */
  name: string | undefined;
  version: number | undefined;
  /** What the fields hold of a record. */
  // biome-ignore lint/suspicious/noExplicitAny: the record is what the form was refused with
  valuesOf?: ((record: any) => FieldValues) | undefined;
  onRestore?: (draft: Draft) => void;
};

/**
 * An edit from its beginning to its save: the version that it began with, the draft of its text, and what somebody
 * else has saved meanwhile. `drawn` changes when the fields were given another text.
 */
export function useEdit<V>(
  form: UseFormReturn<FieldValues, unknown, V>,
  { name, version: given, valuesOf, onRestore }: Options,
) {
  const [version, setVersion] = useState(given);
  // Of what the form holds when nothing is typed: a draft may be older.
  const base = useRef(given);
  const [drawn, draw] = useReducer((count: number) => count + 1, 0);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const draft = useDraft(form, {
    name,
    version,
    onChange: (found) => {
      setVersion(found ? found.version : base.current);
      setConflict(null);
      draw();
      if (found) onRestore?.(found);
    },
  });

  /** Nothing is typed: the form follows a version of the record. */
  function begin(next: number | undefined) {
    base.current = next;
    setVersion(next);
  }

  /** It was thrown away. */
  function end() {
    draft.end();
    setConflict(null);
  }

  function saved() {
    end();
    begin(version === undefined ? undefined : version + 1);
  }

  /**
   * Lays their version beside this one, where the host has sent it. What the person did not touch becomes theirs; of
   * the rest they choose, and the next save replaces the other version. False: the host has sent none.
   */
  function refused({ theirs: record }: Refusal): boolean {
    if (!record || !valuesOf) return false;
    const theirs = valuesOf(record);
    const begun = form.control._defaultValues;
    const mine = form.getValues();
    form.reset({ ...begun, ...theirs }, { keepValues: true });
    for (const [field, value] of Object.entries(theirs)) {
      const touched = !isSameValue(mine[field], begun[field]);
      form.setValue(field, touched ? mine[field] : value, { shouldDirty: true });
    }
    begin((record as { version?: number }).version);
    setConflict({ mine, theirs, at: Date.now() });
    draw();
    return true;
  }

  return { version, draft, drawn, draw, conflict, begin, end, saved, refused };
}

export type Edit = Pick<ReturnType<typeof useEdit>, "draft" | "conflict" | "draw">;
