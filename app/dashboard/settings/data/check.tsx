import { WandSparkles } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Failed } from "#components/ui/states.tsx";
import { ApiError, call } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { ImportKind } from "#lib/contract/import-terms.ts";
import { plural } from "#lib/text.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { FileCard } from "./card.tsx";
import { DownloadRows } from "./download-rows.tsx";
import { type Change, ReadingPanel } from "./reading-panel.tsx";
import { RowTable } from "./row-table.tsx";
import { useFieldNames } from "./use-field-names.ts";
import { choicesFor, type Group, type ImportRow, sentenceOf, type WholeImport } from "./words.ts";

type Show = (typeof filters)[number];
type Props = {
  data: WholeImport;
  changes: number;
  onChange: Change;
  onMended: () => void;
  onBack: () => void;
  onDiscard: () => void;
};

export function Check({ data, changes, onChange, onMended, onBack, onDiscard }: Props) {
  const { id, counts, reading, mayChange, groups } = data;
  const [show, setShow] = useState<Show>(counts.doubt > 0 ? "doubt" : "all");
  const [mendedRows, setMended] = useState<ReadonlySet<number>>(new Set());
  const rows = useRows(id, show, `${changes} ${JSON.stringify(reading)}`);
  const { act: mend } = useAct("imports.mend");
  const { act: start, pending } = useAct("imports.start");
  if (!reading) return null;
  const ready = counts.new + counts.update;

  async function begin() {
    if (ready === 0 || pending) return;
    const text = unclearIn(data);
    if (text && !(await confirm({ title: "Is this right?", text, verb: "Import" }))) return;
    await start({ params: { id } });
  }

  async function write(body: Parameters<typeof mend>[0]["body"]) {
    const outcome = await mend({ params: { id }, body });
    if (!outcome.ok) return;
    rows.replace(outcome.answer.rows);
    const done = outcome.answer.rows.filter(({ state }) => state !== "doubt").map(({ number }) => number);
    setMended((before) => new Set([...before, ...done]));
    onMended();
  }

  return (
    <div className="grid items-start gap-4 min-[68.75rem]:grid-cols-[minmax(0,1fr)_296px]">
      <FileCard name={data.name} at={2}>
        <Filters data={data} kind={reading.kind} show={show} onShow={setShow} />
        <SameRows count={counts.same} />
        {data.sameFile && (
          <SameFile name={data.sameFile.name} onDiscard={mayChange ? onDiscard : undefined} />
        )}
        {show === "doubt" && mayChange && (
          <div className="grid gap-2 px-4 pt-3 empty:hidden">
            {groups.slice(0, 4).map((group) => (
              <GroupLine key={`${group.field} ${group.kind}`} group={group} data={data} onChange={onChange} />
            ))}
          </div>
        )}
        {rows.failed ? (
          <Failed text={rows.failed} onRetry={rows.again} />
        ) : (
          <RowTable
            rows={rows.rows}
            file={data}
            reading={reading}
            mayChange={mayChange}
            caption={labelOf(show, data, reading.kind)}
            none={show === "doubt" ? "Nothing left to check." : "No rows here."}
            mended={mendedRows}
            onWrite={write}
            onColumns={(columns) => void onChange({ columns })}
          />
        )}
        {rows.hasMore && (
          <p className="border-t p-3 text-center">
            <Button variant="ghost" onClick={rows.more}>
              Show more rows
            </Button>
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2 border-t px-4 py-3">
          <p className="min-w-48 flex-1 text-muted-foreground text-sm phone:basis-full">
            {mendedRows.size > 0 && (
              <b role="status" className="font-medium text-success">
                {plural(mendedRows.size, "row")} fixed.{" "}
              </b>
            )}
            Rows that are still unclear are left out and listed.
          </p>
          <Button onClick={onBack} className="phone:flex-1">
            Back
          </Button>
          {mayChange && (
            <Button
              variant="primary"
              busy={pending}
              aria-disabled={pending || ready === 0 || undefined}
              onClick={begin}
              className="phone:flex-1"
            >
              Import {plural(ready, "row")}
            </Button>
          )}
        </div>
      </FileCard>
      <ReadingPanel data={data} onChange={onChange} />
    </div>
  );
}

const filters = ["new", "update", "doubt", "all"] as const;

function labelOf(show: Show, { counts }: WholeImport, kind: ImportKind): string {
  return {
    new: "will be added",
    update: kind === "contacts" ? "update a contact" : "update",
    doubt: counts.doubt === 1 ? "needs a look" : "need a look",
    all: "all rows",
  }[show];
}

type FiltersProps = { data: WholeImport; kind: ImportKind; show: Show; onShow: (show: Show) => void };

function Filters({ data, kind, show, onShow }: FiltersProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2 px-4 pt-3">
      <legend className="sr-only">Show rows</legend>
      {filters.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={show === one}
          onClick={() => onShow(one)}
          className="flex h-10 items-center gap-2 rounded-md border border-border-strong px-3 text-muted-foreground text-sm hover:bg-accent aria-pressed:border-transparent aria-pressed:bg-warning-soft aria-pressed:text-warning pointer-coarse:h-11"
        >
          <b className="font-semibold text-base text-foreground tabular-nums">
            {(one === "all" ? data.total : data.counts[one]).toLocaleString("en-US")}
          </b>
          {labelOf(one, data, kind)}
        </button>
      ))}
      <span className="flex-1 phone:hidden" />
      <DownloadRows data={data} show={show} />
    </fieldset>
  );
}

function SameRows({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="px-4 pt-2 text-muted-foreground text-sm">
      {count === 1
        ? "1 row is here already and stays as it is."
        : `${plural(count, "row")} are here already and stay as they are.`}
    </p>
  );
}

function SameFile({ name, onDiscard }: { name: string; onDiscard: (() => void) | undefined }) {
  return (
    <div className="mx-4 mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-soft px-3 py-2 text-info text-sm">
      <p role="status" className="min-w-40 flex-1 break-words">
        This looks like the same file as {name}, which was imported before. Rows that are already here won’t
        be added again.
      </p>
      {onDiscard && (
        <Button className="text-foreground" onClick={onDiscard}>
          Discard this file
        </Button>
      )}
    </div>
  );
}

/** "03/04/2025 is read as Mar 4, 2025" if the file has nothing that decides it. */
function unclearIn({ dates, numbers }: WholeImport): string {
  const read = [dates, numbers].flatMap(({ isAsked, examples: [one] }) =>
    isAsked && one ? [`${one.text} is read as ${one.reads}.`] : [],
  );
  return read.length > 0 ? `The file doesn’t make this clear. ${read.join(" ")}` : "";
}

function GroupLine({ group, data, onChange }: { group: Group; data: WholeImport; onChange: Change }) {
  const { reading, storeCode } = data;
  const { nameOf } = useFieldNames();
  if (!reading) return null;
  const { field, kind, count } = group;
  const isCountry = kind === "country";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-primary-soft px-3 py-2 text-primary-soft-foreground text-sm">
      <WandSparkles size={16} strokeWidth={1.75} className="shrink-0" />
      <p className="min-w-40 flex-1">
        {sentenceOf(group, nameOf, { total: data.total, kind: reading.kind })}
      </p>
      {isCountry && storeCode && (
        <Button onClick={() => onChange({ countryCode: storeCode })}>
          Use {storeCode} for {count === 1 ? "it" : `all ${count.toLocaleString("en-US")}`}
        </Button>
      )}
      {choicesFor(group, reading.kind, nameOf).map(({ how, label }) => (
        <Button
          key={how}
          className="text-foreground"
          onClick={() => onChange({ rules: [...reading.rules, { field, kind, how }] })}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

const AT_ONCE = 100;

function useRows(id: string, show: Show, reading: string) {
  const [rows, setRows] = useState<ImportRow[] | null>(null);
  const [hasMore, setMore] = useState(false);
  const [failed, setFailed] = useState("");
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another reading changes the rows
  useEffect(() => {
    let isOver = false;
    setFailed("");
    call("imports.rows", { params: { id }, query: { show } })
      .then((found) => {
        if (isOver) return;
        setRows(found);
        setMore(found.length === AT_ONCE);
      })
      .catch((error) => !isOver && setFailed(error instanceof ApiError ? error.message : UNEXPECTED));
    return () => {
      isOver = true;
    };
  }, [id, show, reading, turn]);

  const more = async () => {
    const after = rows?.at(-1)?.number ?? 0;
    try {
      const found = await call("imports.rows", { params: { id }, query: { show, after } });
      setRows((before) => [...(before ?? []), ...found]);
      setMore(found.length === AT_ONCE);
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : UNEXPECTED);
    }
  };
  function replace(changed: ImportRow[]) {
    const byNumber = new Map(changed.map((row) => [row.number, row]));
    setRows((before) => {
      const after = before?.map((row) => byNumber.get(row.number) ?? row) ?? null;
      return show === "doubt" ? (after?.filter(({ state }) => state === "doubt") ?? null) : after;
    });
  }
  const isDrained = rows?.length === 0 && hasMore;
  useEffect(() => {
    if (isDrained) setTurn((before) => before + 1);
  }, [isDrained]);
  return { rows, hasMore, failed, more, replace, again: () => setTurn(turn + 1) };
}
