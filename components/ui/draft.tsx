import { createContext, useContext, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type Draft, dropDraft, readDraft, saveDraft } from "#lib/drafts.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

export const DraftOwner = createContext<string | undefined>(undefined);

type Options = {
  name: string | undefined;
  version?: number | undefined;
  onChange: (draft: Draft | null) => void;
};

/** Until the form is saved or discarded. `restored`: the notice is still shown. */
export function useDraft<V>(
  form: UseFormReturn<FieldValues, unknown, V>,
  { name, version, onChange }: Options,
) {
  const owner = useContext(DraftOwner);
  const [restored, setRestored] = useState(false);
  const begun = useRef(version);
  begun.current = version;
  const changed = useRef(onChange);
  changed.current = onChange;

  useEffect(() => {
    if (!owner || !name) return;
    const found = readDraft(owner, name);
    if (found && !isSame(found.values, initial(form))) {
      form.reset({ ...initial(form), ...found.values }, { keepDefaultValues: true });
      setRestored(true);
      changed.current(found);
    }
    const watched = form.watch(() => {
      const values = form.getValues();
      if (isSame(values, initial(form))) dropDraft(owner, name);
      else saveDraft(owner, name, { values, version: begun.current });
    });
    return () => watched.unsubscribe();
  }, [owner, name, form]);

  function end() {
    if (owner && name) dropDraft(owner, name);
    setRestored(false);
  }

  function discard() {
    form.reset(initial(form));
    end();
    onChange(null);
  }

  return { restored, end, discard };
}

export function useHasDraft(name: string): boolean {
  const owner = useContext(DraftOwner);
  const [has, setHas] = useState(false);
  useEffect(() => setHas(Boolean(owner && readDraft(owner, name))), [owner, name]);
  return has;
}

export function DraftRestored({ restored, discard }: { restored: boolean; discard: () => void }) {
  if (!restored) return null;
  return (
    <div
      role="status"
      className="col-span-full flex flex-wrap items-center gap-2 rounded-md bg-primary-soft px-3 py-1.5 text-primary-soft-foreground"
    >
      <Icon is="rotate-ccw-clock" className="shrink-0" />
      <span className="min-w-0 flex-1">Draft restored</span>
      <Button variant="ghost" onClick={discard}>
        Discard
      </Button>
    </div>
  );
}

function initial<V>(form: UseFormReturn<FieldValues, unknown, V>): FieldValues {
  return form.control._defaultValues;
}

export function isSame(a: FieldValues, b: FieldValues): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSameValue(a[name], b[name]));
}

export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? "") === JSON.stringify(b ?? "");
}
