import clsx from "clsx";
import { Check, RotateCcw, TriangleAlert, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Loading } from "#components/ui/states.tsx";
import type { Body } from "#lib/contract/contract.ts";
import type { ColumnField } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { ColumnSelect } from "./column-select.tsx";
import { useFieldNames } from "./use-field-names.ts";
import type { ImportRow, WholeImport } from "./words.ts";

type Write = (body: Body<"imports.mend">) => Promise<void>;
type Props = {
  rows: ImportRow[] | null;
  file: Pick<WholeImport, "headers" | "samples">;
  reading: Reading;
  mayChange: boolean;
  caption: string;
  none: string;
  mended: ReadonlySet<number>;
  onWrite: Write;
  onColumns: (columns: Reading["columns"]) => void;
};
type Shown = { field: ColumnField; at: number | null };

export function RowTable(props: Props) {
  const { rows, reading, caption, none, mended, ...table } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  if (!rows) return <Loading />;
  if (rows.length === 0) return <p className="px-4 py-10 text-center text-muted-foreground">{none}</p>;
  const columns = shownColumns(reading, rows);

  function prepareFocusOnNextDoubt(from: Element): () => void {
    const isAfter = (cell: Element) => from.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING;
    const later = () =>
      [...(body.current?.querySelectorAll<HTMLElement>("[data-doubt]") ?? [])].filter(
        (cell) => isAfter(cell) && !from.contains(cell),
      );
    const before = later();
    return () => (from.isConnected ? later() : before).find((cell) => cell.isConnected)?.focus();
  }

  return (
    <ScrollRegion
      aria-label={`Rows: ${caption}`}
      className="relative mt-3 max-h-[70vh] overflow-auto border-t"
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Rows: {caption}</caption>
        <thead>
          <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:z-1 [&>th]:border-b [&>th]:bg-card [&>th]:px-2 [&>th]:py-1.5 [&>th]:align-bottom [&>th]:font-medium">
            <th scope="col" className="pl-4! text-muted-foreground text-xs">
              Row
            </th>
            {columns.map((column) => (
              <th key={column.field} scope="col" className="min-w-36">
                <ColumnHead {...table} reading={reading} column={column} />
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Leave out</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <Row
              key={row.number}
              {...table}
              {...{ row, columns, prepareFocusOnNextDoubt }}
              isMended={mended.has(row.number)}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type HeadProps = Pick<Props, "file" | "reading" | "mayChange" | "onColumns"> & { column: Shown };

function ColumnHead({ file, reading, mayChange, onColumns, column: { field, at } }: HeadProps) {
  const { nameOf } = useFieldNames();
  return (
    <>
      {at !== null && reading.columns[at] === field && mayChange ? (
        <ColumnSelect
          file={file}
          kind={reading.kind}
          columns={reading.columns}
          at={at}
          onChange={onColumns}
          className="[&>button]:h-8 [&>button]:border-transparent [&>button]:bg-transparent [&>button]:px-1 [&>button]:font-semibold [&>button]:text-sm! [&>button]:shadow-none pointer-coarse:[&>button]:h-11"
        />
      ) : (
        <span className="px-1 font-semibold">{nameOf(field)}</span>
      )}
      <span className="block truncate px-1 font-normal text-muted-foreground text-xs">
        {at === null ? "" : file.headers[at]}
      </span>
    </>
  );
}

type RowProps = Pick<Props, "mayChange" | "onWrite"> & {
  row: ImportRow;
  isMended: boolean;
  prepareFocusOnNextDoubt: (from: Element) => () => void;
};

function Row({ columns, ...props }: RowProps & { columns: Shown[] }) {
  const { row, mayChange, onWrite } = props;
  const { nameOf } = useFieldNames();
  const isOut = row.state === "out";
  return (
    <tr
      className={clsx(
        "border-b last:border-0 [&>td]:px-2 [&>td]:py-1.5 [&>td]:align-top",
        isOut && "text-muted-foreground line-through",
      )}
    >
      <td className="pl-4! leading-8 text-muted-foreground tabular-nums">{row.number}</td>
      {columns.map(({ field }) => (
        <td key={field} className="max-w-64">
          <Cell {...props} field={field} name={nameOf(field)} />
        </td>
      ))}
      <td className="w-11 pr-3! text-right">
        {mayChange && !row.doubts.some(({ kind }) => kind === "erased") && (
          <IconButton
            row
            label={`${isOut ? "Include" : "Leave out"} row ${row.number}`}
            onClick={() => onWrite(isOut ? { takeIn: [row.number] } : { leaveOut: [row.number] })}
          >
            {isOut ? <RotateCcw size={16} /> : <X size={16} />}
          </IconButton>
        )}
      </td>
    </tr>
  );
}

function shownColumns({ columns }: Reading, rows: ImportRow[]): Shown[] {
  const shown: Shown[] = [];
  const show = (field: ColumnField, at: number | null) => {
    if (!shown.some((column) => column.field === field)) shown.push({ field, at });
  };
  for (const [at, field] of columns.entries()) {
    if (field === null || field === "note") continue;
    if (field === "name") for (const part of ["firstName", "lastName"] as const) show(part, at);
    else show(field, at);
  }
  for (const { doubts } of rows) for (const { field } of doubts) show(asShown(field), null);
  for (const field of ["addresses", "note"] as const)
    if (rows.some(({ values }) => values[field])) show(field, null);
  return shown;
}

function asShown(field: ColumnField): ColumnField {
  return field === "name" ? "firstName" : field;
}

type CellProps = RowProps & { field: ColumnField; name: string };

function Cell(props: CellProps) {
  const { row, field, mayChange } = props;
  const value = row.values[field] ?? "";
  const doubt = row.doubts.find((one) => asShown(one.field) === field);
  const wasMended = row.mended.includes(field);
  if (row.state !== "out" && (doubt || wasMended) && mayChange)
    return <EditableCell {...props} {...{ value, doubt, wasMended }} />;
  return (
    <>
      <Value value={value} effect={row.effects[field]} />
      {doubt?.kind === "erased" && <span className="inline-block text-warning text-xs">{doubt.reason}</span>}
    </>
  );
}

type EditableProps = CellProps & {
  value: string;
  doubt: ImportRow["doubts"][number] | undefined;
  wasMended: boolean;
};

function EditableCell(props: EditableProps) {
  const { row, field, name, value, doubt, wasMended, isMended, onWrite, prepareFocusOnNextDoubt } = props;
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const box = useRef<HTMLSpanElement>(null);
  const suggestion = doubt?.suggestion;
  const Icon = doubt ? TriangleAlert : Check;

  /** Null keeps the value, which isn't sent because long values are shown shortened. */
  async function write(text: string | null, isEnter: boolean) {
    const focusNext = isEnter && box.current ? prepareFocusOnNextDoubt(box.current) : null;
    setDraft(null);
    if (text === null) await (doubt && onWrite({ takeIn: [row.number] }));
    else if (text !== value || doubt) await onWrite({ cells: [{ row: row.number, field, text }] });
    if (focusNext) setTimeout(focusNext);
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Enter") {
      event.preventDefault();
      void write(draft, true);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setDraft(null);
      if (wasMended) void onWrite({ cells: [{ row: row.number, field, text: null }] });
    } else if (event.key === "ArrowDown" && suggestion !== undefined) {
      event.preventDefault();
      setDraft(suggestion);
    }
  }

  return (
    <span ref={box} className="grid gap-0.5">
      <span className="relative">
        <input
          id={id}
          aria-label={`${name} of row ${row.number}`}
          aria-invalid={doubt ? true : undefined}
          aria-describedby={doubt ? `${id}-why` : undefined}
          data-doubt={doubt ? "" : undefined}
          data-takes-escape={draft === null ? undefined : ""}
          autoComplete="off"
          placeholder="Left empty"
          value={draft ?? value}
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={onKey}
          onBlur={({ target }) => draft !== null && void write(target.value, false)}
          className={clsx(
            "field h-8 pl-7! text-sm pointer-coarse:h-11",
            doubt && "border-warning! bg-warning-soft text-warning focus:bg-card focus:text-foreground",
            !doubt &&
              isMended &&
              "border-transparent! bg-success-soft text-success focus:bg-card focus:text-foreground",
          )}
        />
        <Icon
          size={14}
          className={clsx(
            "-translate-y-1/2 pointer-events-none absolute top-1/2 left-2",
            doubt ? "text-warning" : "text-success",
          )}
        />
      </span>
      {doubt && (
        <span id={`${id}-why`} className="text-warning text-xs">
          {doubt.reason}
        </span>
      )}
      {suggestion !== undefined && (
        <button
          type="button"
          onClick={() => void write(suggestion, true)}
          aria-label={`Take ${suggestion} for row ${row.number}`}
          className="max-w-full truncate text-left text-link text-xs underline pointer-coarse:min-h-11"
        >
          {suggestion}
        </button>
      )}
    </span>
  );
}

const effectWords = { empty: "left empty, the file says", keep: "stays, the file says", change: "replaces" };

function Value({ value, effect }: { value: string; effect: ImportRow["effects"][string] | undefined }) {
  const isGone = effect?.does === "empty" && value === "";
  return (
    <>
      <span
        title={value}
        className={clsx(
          "block truncate leading-8",
          effect?.does === "change" && "font-medium text-success",
          (isGone || effect?.does === "keep") && "text-muted-foreground",
          isGone && "italic",
        )}
      >
        {value || (isGone ? "Left empty" : "—")}
      </span>
      {effect?.text && (
        <span className="-mt-1.5 block truncate text-muted-foreground text-xs" title={effect.text}>
          <span className="sr-only">{effectWords[effect.does]} </span>
          <s>{effect.text}</s>
        </span>
      )}
    </>
  );
}
