import clsx from "clsx";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { type FieldValues, get, useFormContext, useWatch } from "react-hook-form";
import { Alert } from "./alert.tsx";
import { DraftRestored, isSameValue } from "./draft.tsx";
import type { Conflict, Edit, Refusal } from "./record-form.tsx";

type EditNoticesProps = { edit: Edit; fields?: Compared[] | undefined; className?: string };

export function EditNotices({ edit: { draft, conflict, draw }, fields = [], className }: EditNoticesProps) {
  return (
    <div className={clsx("grid gap-3 empty:hidden", className)}>
      <DraftRestored {...draft} />
      {conflict && <SideBySide key={conflict.at} {...conflict} fields={fields} onTaken={draw} />}
    </div>
  );
}

type Props = Conflict & {
  fields: Compared[];
  /** Fields with their own state must be redrawn. */
  onTaken: () => void;
};

function SideBySide({ mine, theirs, fields, onTaken }: Props) {
  const { setValue } = useFormContext();
  const now = useWatch() as FieldValues;
  const place = useRef<HTMLElement>(null);
  const heading = useId();
  useEffect(() => {
    // New browsers return a promise, which an effect must not return.
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const differing = fields.filter(({ name }) => !isSameValue(get(mine, name), get(theirs, name)));

  function take(name: string, value: unknown) {
    setValue(name, value, { shouldDirty: true, shouldValidate: true });
    onTaken();
  }

  return (
    <section
      ref={place}
      aria-labelledby={heading}
      className="col-span-full grid scroll-mt-36 gap-3 rounded-lg border border-border-strong bg-warning-soft p-3"
    >
      <div role="alert">
        <h3 id={heading} className="font-semibold text-warning">
          Changed by someone else
        </h3>
        <p className="text-sm">
          {differing.length === 0
            ? "Their version has the same values. Save to continue."
            : "Choose which values to keep, then save. This replaces their version."}
        </p>
      </div>
      {differing.map(({ name, label, text = plain }) => {
        const other = get(theirs, name);
        const theirsTaken = isSameValue(get(now, name), other);
        // What is typed now counts as mine.
        const own = get(theirsTaken ? mine : now, name);
        return (
          <fieldset key={name} className="grid min-w-0 gap-2 md:grid-cols-2">
            <legend className="mb-1 font-medium text-sm">{label}</legend>
            <Version
              group={`${heading} ${name}`}
              of={label}
              whose="Mine"
              checked={!theirsTaken}
              onChoose={() => take(name, own)}
            >
              {text(own)}
            </Version>
            <Version
              group={`${heading} ${name}`}
              of={label}
              whose="Theirs"
              checked={theirsTaken}
              onChoose={() => take(name, other)}
            >
              {text(other)}
            </Version>
          </fieldset>
        );
      })}
    </section>
  );
}

type VersionProps = {
  group: string;
  of: string;
  whose: "Mine" | "Theirs";
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function Version({ group, of, whose, checked, onChoose, children }: VersionProps) {
  return (
    <label
      className={clsx(
        "flex min-h-11 min-w-0 cursor-pointer items-start gap-2 rounded-md border bg-card px-3 py-2",
        checked && "border-primary",
      )}
    >
      <input
        type="radio"
        name={group}
        aria-label={`${of}: ${whose.toLowerCase()}`}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      <span className="min-w-0">
        <span className="block text-muted-foreground text-xs">{whose}</span>
        <span className="relative wrap-anywhere block max-h-40 overflow-y-auto whitespace-pre-wrap">
          {children || <span className="text-muted-foreground">Empty</span>}
        </span>
      </span>
    </label>
  );
}

function plain(value: unknown): string {
  const { name } = Object(value);
  return typeof name === "string" ? name : String(value ?? "");
}

/** `text` formats the value; text and {id, name} need none. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the value depends on the form
export type Compared = { name: string; label: string; text?: (value: any) => ReactNode };

type RefusedProps = { refusal: Refusal; hint?: string | undefined; onReload: () => void };

export function Refused({ refusal, hint, onReload }: RefusedProps) {
  return (
    <Alert>
      {refusal.text}
      {hint && <span className="block font-normal">{hint}</span>}
      {refusal.stale && (
        <>
          {" "}
          <button type="button" onClick={onReload} className="font-semibold underline underline-offset-3">
            Reload
          </button>
        </>
      )}
    </Alert>
  );
}
