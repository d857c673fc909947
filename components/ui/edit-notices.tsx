"use client";
import clsx from "clsx";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { type FieldValues, useFormContext, useWatch } from "react-hook-form";
import { DraftRestored, isSameValue } from "./draft.tsx";
import type { Compared, Conflict, Edit } from "./use-edit.ts";

/** Stands above the fields of an edit: that a draft was restored, and what somebody else has saved meanwhile. */
export function EditNotices({
  edit: { draft, conflict, draw },
  fields = [],
  className,
}: {
  edit: Edit;
  fields?: Compared[] | undefined;
  className?: string;
}) {
  return (
    <div className={clsx("grid gap-3 empty:hidden", className)}>
      <DraftRestored {...draft} />
      {conflict && <SideBySide key={conflict.at} {...conflict} fields={fields} onTaken={draw} />}
    </div>
  );
}

type Props = Conflict & {
  fields: Compared[];
  /** A field has another value: one with a state of its own is to be drawn anew. */
  onTaken: () => void;
};

/** Mine and theirs, to choose of field by field. */
function SideBySide({ mine, theirs, fields, onTaken }: Props) {
  const { setValue } = useFormContext();
  const now = useWatch() as FieldValues;
  const place = useRef<HTMLElement>(null);
  const heading = useId();
  useEffect(() => {
    // New browsers answer a promise, which is no effect's end.
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const differing = fields.filter(({ name }) => !isSameValue(mine[name], theirs[name]));

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
            ? "Their version says the same. Save to go on."
            : "Choose what to keep of each, then save: that replaces their version."}
        </p>
      </div>
      {differing.map(({ name, label, text = plain }) => {
        const theirsTaken = isSameValue(now[name], theirs[name]);
        // What is typed now counts as mine.
        const own = theirsTaken ? mine[name] : now[name];
        return (
          <fieldset key={name} className="grid min-w-0 gap-2 md:grid-cols-2">
            <legend className="mb-1 font-medium text-sm">{label}</legend>
            <Version
              group={`${heading} ${name}`}
              of={label}
              whose="Mine"
              chosen={!theirsTaken}
              onChoose={() => take(name, own)}
            >
              {text(own)}
            </Version>
            <Version
              group={`${heading} ${name}`}
              of={label}
              whose="Theirs"
              chosen={theirsTaken}
              onChoose={() => take(name, theirs[name])}
            >
              {text(theirs[name])}
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
  chosen: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function Version({ group, of, whose, chosen, onChoose, children }: VersionProps) {
  return (
    <label
      className={clsx(
        "flex min-h-11 min-w-0 cursor-pointer items-start gap-2 rounded-md border bg-card px-3 py-2",
        chosen && "border-primary",
      )}
    >
      <input
        type="radio"
        name={group}
        aria-label={`${of}: ${whose.toLowerCase()}`}
        checked={chosen}
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
