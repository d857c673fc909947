import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Select } from "#components/ui/select.tsx";
import { useFormExtras } from "#components/use-form-extras.ts";
import type { FieldKind } from "#lib/contract/built-in-fields.ts";
import { contactFields } from "#lib/contract/contact-fields.ts";
import type { ColumnField } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { allCountries } from "#lib/phone.ts";
import { plural } from "#lib/text.ts";
import { Card } from "./card.tsx";
import { NONE, useFieldNames } from "./use-field-names.ts";
import { ruleText, type WholeImport } from "./words.ts";

export type Change = (changes: Partial<Reading>) => Promise<boolean>;

const letters: Record<NonNullable<Reading["encoding"]>, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Windows-1252",
  macintosh: "Mac OS Roman",
};
const known = { skip: "Skip", fill: "Fill gaps", update: "Update all" } as const;
const KINDS = new Map<string, FieldKind>([
  ["date", "date"],
  ["promised", "date"],
  ...contactFields.map(({ key, kind }) => [key, kind] as const),
]);

export function ReadingPanel({ data, onChange }: { data: WholeImport; onChange: Change }) {
  const { reading, newCategories, mayChange } = data;
  if (!reading) return null;
  const { kind } = reading;
  return (
    <Card title="File settings" aside>
      <div className={mayChange ? "" : "pointer-events-none opacity-60"} inert={!mayChange}>
        <Notations {...{ data, reading, onChange }} />
        {(kind === "contacts" || kind === "categories") && (
          <KnownRecords kind={kind} value={reading.known} onChange={(known) => onChange({ known })} />
        )}
        {newCategories.count > 0 && (
          <Fact title={newCategories.count === 1 ? "New category" : `${newCategories.count} new categories`}>
            {newCategories.names.join(", ")}
            {newCategories.count > newCategories.names.length &&
              ` and ${newCategories.count - newCategories.names.length} more`}
          </Fact>
        )}
        {data.above.length > 0 && (
          <Fact title="Outside the table">
            <Quoted>{data.above.join(" · ")}</Quoted> left out
          </Fact>
        )}
        <OtherColumns headers={data.headers} reading={reading} />
        {reading.rules.length > 0 && (
          <Rules rules={reading.rules} onChange={(rules) => onChange({ rules })} />
        )}
      </div>
      <p className="px-4 py-3 text-muted-foreground text-sm">
        No emails are sent and no automations start. You can revert the import for 30 days.
      </p>
    </Card>
  );
}

type NotationProps = { data: WholeImport; reading: Reading; onChange: Change };

function Notations({ data: { letters: unclear, dates, numbers }, reading, onChange }: NotationProps) {
  const holds = useHolds(reading);
  return (
    <>
      {reading.encoding && (
        <Part
          label="Text encoding"
          value={reading.encoding}
          options={Object.entries(letters).map(([value, label]) => ({ value, label }))}
          onChange={(encoding) => onChange({ encoding: encoding as Reading["encoding"] })}
        >
          {unclear && (
            <p className="break-words">
              Row {unclear.row} reads <Quoted>{unclear.reads}</Quoted>, not {unclear.not}
            </p>
          )}
        </Part>
      )}
      {holds("date") && dates.examples.length > 0 && (
        <Part
          label="Dates"
          value={reading.dates}
          options={[
            { value: "dayFirst", label: "Day first" },
            { value: "monthFirst", label: "Month first" },
          ]}
          onChange={(dates) => onChange({ dates: dates as Reading["dates"] })}
        >
          <Examples examples={dates.examples} />
          <Sure {...dates} what="date" />
        </Part>
      )}
      {(reading.kind === "sales" || numbers.examples.length > 0) && (
        <Part
          label="Numbers"
          value={reading.numbers}
          options={[
            { value: "point", label: "1,240.50" },
            { value: "comma", label: "1.240,50" },
          ]}
          onChange={(numbers) => onChange({ numbers: numbers as Reading["numbers"] })}
        >
          <Examples examples={numbers.examples} />
          <Sure {...numbers} what="amount" />
        </Part>
      )}
      {holds("phone") && (
        <Part
          label="Country"
          value={reading.countryCode ?? NONE}
          options={[
            { value: NONE, label: "None" },
            ...allCountries().map(({ code, label }) => ({ value: code, label })),
          ]}
          onChange={(code) => onChange({ countryCode: code === NONE ? null : code })}
        >
          <p>For phone numbers without a country code.</p>
        </Part>
      )}
    </>
  );
}

function useHolds({ columns }: Reading) {
  const { own } = useFormExtras("all");
  const kindOf = (column: ColumnField) =>
    KINDS.get(column) ?? own?.find(({ id }) => column === `own:${id}`)?.kind;
  return (...kinds: FieldKind[]) =>
    columns.some((column) => column && kinds.some((one) => one === kindOf(column)));
}

function OtherColumns({ headers, reading: { kind, columns } }: { headers: string[]; reading: Reading }) {
  const named = (what: Reading["columns"][number]) => headers.filter((_, i) => columns[i] === what);
  const [notes, out] = [named("note"), named(null)];
  if (notes.length + out.length === 0) return null;
  return (
    <Fact title="Other columns">
      {notes.length > 0 && (
        <>
          <Quoted>{notes.join(", ")}</Quoted> {notes.length === 1 ? "becomes a note" : "become notes"}
          {kind === "sales" && " of the customer; left out for sales without one"}
        </>
      )}
      {notes.length > 0 && out.length > 0 && " · "}
      {out.length > 0 && (
        <>
          <Quoted>{out.join(", ")}</Quoted> left out
        </>
      )}
    </Fact>
  );
}

type KnownProps = {
  kind: "contacts" | "categories";
  value: Reading["known"];
  onChange: (known: Reading["known"]) => void;
};

function KnownRecords({ kind, value, onChange }: KnownProps) {
  return (
    <fieldset className="grid gap-2 border-b px-4 py-3">
      <legend className="float-left font-medium">Already here</legend>
      <div className="flex rounded-md border bg-muted p-0.5">
        {Object.entries(known).map(([choice, label]) => (
          <button
            key={choice}
            type="button"
            aria-pressed={value === choice}
            onClick={() => onChange(choice as Reading["known"])}
            className="h-8 flex-1 whitespace-nowrap rounded-sm px-1 text-muted-foreground text-sm aria-pressed:bg-card aria-pressed:font-medium aria-pressed:text-foreground aria-pressed:shadow-1 pointer-coarse:h-11"
          >
            {label}
          </button>
        ))}
      </div>
      <p className="text-muted-foreground text-sm">
        {kind === "contacts" ? "Matched by email, by phone and name, or by name and birthday." : "By name."}
      </p>
    </fieldset>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b px-4 py-3 text-sm">
      <h3 className="font-medium">{title}</h3>
      <p className="break-words text-muted-foreground">{children}</p>
    </section>
  );
}

type RulesProps = { rules: Reading["rules"]; onChange: (rules: Reading["rules"]) => void };

function Rules({ rules, onChange }: RulesProps) {
  const { nameOf } = useFieldNames();
  return (
    <section className="border-b px-4 py-3 text-sm">
      <h3 className="font-medium">For all rows</h3>
      <ul className="grid gap-1 pt-1">
        {rules.map((rule) => (
          <li key={`${rule.field} ${rule.kind}`} className="flex items-center gap-1">
            <span className="min-w-0 flex-1 text-muted-foreground">{ruleText(rule, nameOf)}</span>
            <button
              type="button"
              aria-label={`Undo: ${ruleText(rule, nameOf)}`}
              onClick={() => onChange(rules.filter((one) => one !== rule))}
              className="grid size-7 shrink-0 place-items-center rounded-md hover:bg-accent pointer-coarse:size-11"
            >
              <X size={14} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type PartProps = {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
  children: ReactNode;
};

function Part({ label, value, options, onChange, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-1.5 border-b px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <h3 id={id} className="font-medium">
          {label}
        </h3>
        <Select
          label={label}
          value={value}
          options={options}
          onChange={onChange}
          className="min-w-32 [&>button]:h-8 pointer-coarse:[&>button]:h-11"
        />
      </div>
      <div className="text-muted-foreground text-sm tabular-nums">{children}</div>
    </section>
  );
}

function Quoted({ children }: { children: ReactNode }) {
  return <b className="font-medium text-foreground">{children}</b>;
}

function Examples({ examples }: { examples: { text: string; reads: string }[] }) {
  return examples.map(({ text, reads }) => (
    <p key={text} className="break-words">
      <Quoted>{text}</Quoted> {reads ? `is ${reads}` : "can’t be read this way"}
    </p>
  ));
}

function Sure({ sure, isAsked, what }: { sure: number; isAsked: boolean; what: string }) {
  if (isAsked) {
    return <p className="font-medium text-warning">The file doesn’t make this clear. Please choose.</p>;
  }
  if (sure === 0) return null;
  return <p>{plural(sure, what)} can only be read this way.</p>;
}
