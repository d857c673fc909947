"use client";
import { type ReactNode, useId, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import { formatDay, readDay, today } from "#lib/dates.ts";
import { guessDayFirst } from "#lib/import/cells.ts";
import { type FieldName, guessColumns } from "#lib/import/columns.ts";
import { countries } from "#lib/phone.ts";
import { plural } from "#lib/text.ts";
import { type FileTable, StepFrame } from "./choose-file.tsx";

import { labels, type Reading, valuesOf } from "./rows.ts";

const REQUIRED: FieldName[] = ["firstName"];
const DATES: FieldName[] = ["birthday", "anniversary"];
const NONE = "none";

type Props = {
  table: FileTable;
  /** As it was chosen before; null for a file that is new. */
  reading: Reading | null;
  failed?: string;
  timezone?: string;
  onBack: () => void;
  onContinue: (reading: Reading) => void;
  cancel: ReactNode;
};

/** Which column is what, with what the first row that says something there becomes. */
export function MatchColumns({
  table,
  reading: before,
  failed,
  timezone,
  onBack,
  onContinue,
  cancel,
}: Props) {
  const [reading, setReading] = useState<Reading>(() => before ?? guess(table, timezone));
  const [missing, setMissing] = useState("");
  const { columns } = reading;
  const choices = [
    { value: NONE, label: "Not in the file" },
    ...table.headers.map((label, i) => ({ value: String(i), label })),
  ];

  function choose(field: FieldName, value: string) {
    const chosen = { ...columns, [field]: value === NONE ? null : Number(value) };
    const dates = DATES.includes(field) ? { dayFirst: dayFirstOf(table, chosen) } : {};
    setMissing("");
    setReading({ ...reading, columns: chosen, ...dates });
  }

  function goOn() {
    const lacking = REQUIRED.filter((field) => columns[field] === null).map((field) => labels[field]);
    if (lacking.length > 0) setMissing(`Choose a column for ${lacking.join(", ")}: every contact has one.`);
    else onContinue(reading);
  }

  return (
    <StepFrame
      heading="Match the columns"
      footer={
        <>
          {cancel}
          <Button onClick={onBack}>Back</Button>
          <Button variant="primary" onClick={goOn}>
            Continue
          </Button>
        </>
      }
    >
      <p className="text-muted-foreground">
        {table.name} has {plural(table.rows.length, "row")}. Beside each column stands how its first entry is
        read.
      </p>
      <div className="grid gap-3">
        {(Object.keys(labels) as FieldName[]).map((field) => (
          <Line
            key={field}
            label={labels[field]}
            required={REQUIRED.includes(field)}
            sample={sampleOf(field)}
          >
            {(id) => (
              <Select
                id={id}
                value={String(columns[field] ?? NONE)}
                options={choices}
                onChange={(value) => choose(field, value)}
              />
            )}
          </Line>
        ))}
        <Line label="Country code" sample="for phone numbers without one">
          {(id) => (
            <Select
              id={id}
              value={reading.countryCode}
              options={countries.map(({ code, label }) => ({ value: code, label }))}
              onChange={(countryCode) => setReading({ ...reading, countryCode })}
            />
          )}
        </Line>
        {DATES.some((field) => columns[field] !== null) && (
          <Line label="Dates are written" sample="">
            {(id) => (
              <Select
                id={id}
                value={reading.dayFirst ? "day" : "month"}
                options={[
                  { value: "month", label: "Month first, as in 03/14/1968" },
                  { value: "day", label: "Day first, as in 14/03/1968" },
                ]}
                onChange={(value) => setReading({ ...reading, dayFirst: value === "day" })}
              />
            )}
          </Line>
        )}
      </div>
      {(missing || failed) && <Alert>{missing || failed}</Alert>}
    </StepFrame>
  );

  /** What a field would hold, by the first row that has something for it. */
  function sampleOf(field: FieldName): string {
    // The last name may be found in the first name's column.
    if (columns[field] === null && field !== "lastName") return "";
    for (const { cells } of table.rows.slice(0, 100)) {
      const value = valuesOf(cells, reading)[field];
      if (value) return formatDay(DATES.includes(field) ? readDay(value) : null) || value;
    }
    return "—";
  }
}

type LineProps = { label: string; required?: boolean; sample: string; children: (id: string) => ReactNode };

function Line({ label, required, sample, children }: LineProps) {
  const id = useId();
  return (
    <div className="grid items-center gap-x-4 gap-y-1.5 md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]">
      <label
        htmlFor={id}
        className={`font-medium text-sm ${required ? "after:ml-1 after:text-danger after:content-['*'/'']" : ""}`}
      >
        {label}
      </label>
      {children(id)}
      <span className="truncate text-muted-foreground empty:hidden">{sample}</span>
    </div>
  );
}

function guess(table: FileTable, timezone?: string): Reading {
  const columns = guessColumns(table.headers);
  return { columns, countryCode: "+1", dayFirst: dayFirstOf(table, columns), today: today(timezone) };
}

function dayFirstOf(table: FileTable, columns: Reading["columns"]): boolean {
  const chosen = DATES.flatMap((field) => columns[field] ?? []);
  return guessDayFirst(table.rows.flatMap(({ cells }) => chosen.map((column) => cells[column] ?? "")));
}
