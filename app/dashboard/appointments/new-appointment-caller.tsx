import { X } from "lucide-react";
import { useId } from "react";
import { ContactDetail, ContactFinder } from "#components/contact-finder.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { FieldError, FieldLabel } from "#components/ui/field-parts.tsx";
import type { Draft } from "./new-appointment-draft.ts";
import { Reach } from "./new-appointment-more.tsx";

type Props = {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  code: string;
  timezone: string;
  wrong: { caller?: string; name?: string; email?: string };
  onChosen: () => void;
};

export function CallerField({ draft, set, code, timezone, wrong, onChosen }: Props) {
  const id = useId();
  const { caller, isNew } = draft;
  return (
    <div className="grid gap-1.5">
      <span className="flex items-baseline justify-between">
        <FieldLabel htmlFor={id} required>
          Caller
        </FieldLabel>
        <span className="text-muted-foreground text-sm">name or number</span>
      </span>
      {caller ? (
        <div className="flex min-h-13 items-center gap-3 rounded-md border border-border-strong py-1.5 pr-1 pl-2.5">
          <Avatar id={caller.id} name={caller.name} />
          <span className="grid min-w-0 flex-1">
            <span className="truncate font-semibold">{caller.name}</span>
            <ContactDetail contact={caller} search={draft.text} timezone={timezone} />
          </span>
          <IconButton
            id={id}
            label="Choose another caller"
            onClick={() => set({ caller: null, addsEmail: false, email: "" })}
            className="text-muted-foreground"
          >
            <X size={16} strokeWidth={1.75} />
          </IconButton>
        </div>
      ) : (
        <ContactFinder
          {...{ id, set, code, timezone }}
          noun="caller"
          search={draft}
          wrong={{ found: wrong.caller, name: wrong.name }}
          onFound={(found, hasLeft) => {
            set({ caller: found, isNew: null, name: "", email: "" });
            if (!hasLeft) onChosen();
          }}
        />
      )}
      {wrong.caller && <FieldError id={`${id}-error`}>{wrong.caller}</FieldError>}
      {wrong.name && <FieldError id={`${id}-name`}>{wrong.name}</FieldError>}
      {(caller || isNew) && <Reach draft={draft} set={set} wrong={wrong.email} />}
    </div>
  );
}
