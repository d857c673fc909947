import type { ComponentProps, ReactNode } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { FieldFrame } from "#components/ui/field-parts.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import type { Refusal } from "#lib/api/refusal.ts";

type NewNote = {
  content: string;
  contactId: string;
  mentions?: string[];
  isPinned?: boolean;
  files?: { id: string; name: string }[];
};

/** Input from before the form's code was loaded. `press`: the button's index. */
export type Begun = { text: string; caret: readonly [number, number] | null; files: File[]; press: number };

export type NoteFormProps = {
  label: string;
  contactId: string;
  content?: string;
  draft: string;
  version?: number;
  fileCount?: number;
  submitLabel: string;
  onSave: (note: NewNote, version: number | undefined) => Promise<Refusal | null>;
  onReload?: () => void;
  onClose?: () => void;
  shortcut?: string;
  /** On a section 7 host: no files, pins or mentions. */
  plain?: boolean | undefined;
  bare?: boolean;
  placeholder?: string;
  begun?: Begun;
};

type AreaProps = ComponentProps<"textarea"> & { note: NoteFormProps; message?: string | undefined };

export function NoteArea({ note, message, ...area }: AreaProps) {
  const { label, plain, bare, placeholder, shortcut } = note;
  return (
    <FieldFrame label={label} required message={message} className={bare ? "is-bare" : ""}>
      {(control) => (
        <GrowingText
          rows={2}
          name="content"
          data-shortcut={shortcut}
          data-autofocus={note.onClose && bare ? "" : undefined}
          placeholder={!plain && placeholder ? `${placeholder} @ mentions a colleague` : placeholder}
          {...area}
          {...control}
          className="min-h-15 leading-5"
        />
      )}
    </FieldFrame>
  );
}

type ButtonsProps = {
  note: NoteFormProps;
  files?: ComponentProps<"button">;
  isPinned?: boolean;
  onPin?: () => void;
  onMention?: () => void;
  onCancel?: () => void;
  submit: (look: { variant: "primary" | "outline"; children: ReactNode }) => ReactNode;
};

export function NoteButtons({
  note,
  files,
  isPinned = false,
  onPin,
  onMention,
  onCancel,
  submit,
}: ButtonsProps) {
  const { plain, bare, onClose, submitLabel } = note;
  return (
    <div className="flex items-center justify-end gap-2">
      <span className="flex">
        {!plain && <IconButton row icon="paperclip" label="Add photos or files" {...files} />}
        {bare && !plain && (
          <>
            <IconButton row icon="at-sign" label="Mention a colleague" onClick={onMention} />
            <IconButton
              row
              icon="pin"
              label="Pin this note"
              aria-pressed={isPinned}
              onClick={onPin}
              className="aria-pressed:bg-primary-soft aria-pressed:text-primary-soft-foreground"
            />
          </>
        )}
      </span>
      <span className={`flex-1 text-muted-foreground text-xs phone:hidden ${bare ? "text-right" : ""}`}>
        <kbd>Ctrl</kbd> <kbd>↵</kbd>
        {!bare && " to save"}
      </span>
      {onClose && <Button onClick={onCancel}>Cancel</Button>}
      {submit({ variant: onClose || bare ? "primary" : "outline", children: submitLabel })}
    </div>
  );
}

export function noteFormClass(bare: boolean | undefined): string {
  return `relative grid ${bare ? "gap-1 p-2" : "gap-2"}`;
}
