"use client";
import clsx from "clsx";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { formatDay, readDay } from "#lib/dates.ts";
import type { FieldName } from "#lib/import/columns.ts";
import { fullName, plural } from "#lib/text.ts";
import { type Draft, labels } from "./rows.ts";

const SHOWN = 100;

type Correct = (row: Draft, field: FieldName, text: string | null) => void;

/** The cells that could not be read, each a box in which it can be corrected; nothing where there is none. */
export function CorrectionTable({ rows, onCorrect }: { rows: Draft[]; onCorrect: Correct }) {
  const table = useRef<HTMLTableElement>(null);
  const doubtful = rows.filter(({ doubtful }) => doubtful.length > 0);
  if (doubtful.length === 0) return null;

  /** Enter goes on to the next doubtful cell. */
  function goOn(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const boxes = [...(table.current?.querySelectorAll("input") ?? [])];
    const rest = boxes.slice(boxes.indexOf(event.currentTarget) + 1);
    (rest.find((box) => box.getAttribute("aria-invalid") === "true") ?? rest[0])?.focus();
  }

  return (
    <ScrollRegion
      aria-label="Cells that could not be read"
      className="relative max-h-80 overflow-auto rounded-lg border phone:max-h-none"
    >
      <table ref={table} className="w-full text-left text-sm">
        <thead>
          <tr className="text-muted-foreground text-xs [&>th]:sticky [&>th]:top-0 [&>th]:z-1 [&>th]:bg-popover [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col">Row</th>
            <th scope="col">Contact</th>
            <th scope="col">Mend here</th>
          </tr>
        </thead>
        <tbody>
          {doubtful.slice(0, SHOWN).map((row) => (
            <tr key={row.number} className="[&>td]:border-t [&>td]:px-3 [&>td]:py-2 [&>td]:align-top">
              <td className="tabular-nums">{row.number}</td>
              <td className="max-w-44 truncate">{nameOf(row)}</td>
              <td>
                <div className="grid gap-2">
                  {row.doubtful.map((field) => (
                    <Cell key={field} row={row} field={field} onCorrect={onCorrect} onKeyDown={goOn} />
                  ))}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {doubtful.length > SHOWN && (
        <p className="border-t px-3 py-2 text-muted-foreground text-sm">
          And {plural(doubtful.length - SHOWN, "row")} more. Mend them in the file, or after the import.
        </p>
      )}
    </ScrollRegion>
  );
}

type CellProps = {
  row: Draft;
  field: FieldName;
  onCorrect: Correct;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
};

function Cell({ row, field, onCorrect, onKeyDown }: CellProps) {
  const id = useId();
  const doubt = row.doubts[field];
  const [text, setText] = useState(row.corrections[field] ?? doubt?.text ?? "");
  const begun = useRef({ text, correct: row.corrections[field] ?? null });
  const saying = doubt ? explain(field, doubt.reason) : `Read as ${readAs(row, field)}`;

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape" && text !== begun.current.text) {
      setText(begun.current.text);
      onCorrect(row, field, begun.current.correct);
    }
    onKeyDown(event);
  }

  return (
    <span className="grid gap-1">
      <label htmlFor={id} className="text-muted-foreground text-xs">
        {labels[field]}
        <span className="sr-only"> of row {row.number}</span>
      </label>
      <input
        id={id}
        value={text}
        autoComplete="off"
        data-takes-escape={text === begun.current.text ? undefined : ""}
        aria-invalid={doubt !== undefined}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => {
          setText(target.value);
          onCorrect(row, field, target.value);
        }}
        onKeyDown={onKey}
        className={clsx("field", doubt && "bg-warning-soft")}
      />
      <span
        id={`${id}-about`}
        role="status"
        className={clsx("flex items-start gap-1.5", doubt ? "text-warning" : "text-success")}
      >
        {doubt ? (
          <TriangleAlert size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
        ) : (
          <CircleCheck size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
        )}
        {saying}
      </span>
    </span>
  );
}

function nameOf({ form, cells, number }: Draft): string {
  return (form && fullName(form)) || cells.filter(Boolean).slice(0, 2).join(", ") || `Row ${number}`;
}

function explain(field: FieldName, reason: string): string {
  return field === "firstName"
    ? `${reason}. Without it the row is left out.`
    : `${reason}. Left empty until it is mended.`;
}

function readAs({ form }: Draft, field: FieldName): string {
  const value = form?.[field];
  if (!value) return "nothing";
  return field === "birthday" || field === "anniversary" ? formatDay(readDay(value)) : value;
}
