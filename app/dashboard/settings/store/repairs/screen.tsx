"use client";
import { ClipboardPaste, Plus, Trash2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { ManagersOnly } from "#app/dashboard/settings/managers-only.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Field, TextField } from "#components/ui/field.tsx";
import { FieldFrame } from "#components/ui/field-parts.tsx";
import { FormCard } from "#components/ui/form-card.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Body } from "#lib/contract/contract.ts";
import type { RepairSettings } from "#lib/contract/repair-settings.ts";
import { PREFIX, SLIP_TEXT_MAX, ticketNumber } from "#lib/contract/repair-terms.ts";
import { stored } from "#lib/stored-code.ts";
import { readPasted, withPasted } from "./pasted.ts";

export function RepairSettingsScreen() {
  const read = useRead("repairs.settings", {});
  return (
    <>
      <ScreenTitle>Repairs</ScreenTitle>
      <div>
        <h1>Repairs</h1>
        <p className="mt-0.5 text-muted-foreground">Prices, workshops and what your tickets look like.</p>
      </div>
      <ManagersOnly needs="repairs.setSettings">
        {read.data ? (
          <>
            <Prices settings={read.data} />
            <Workshops settings={read.data} />
            <Slip settings={read.data} />
          </>
        ) : (
          <Pending read={read} />
        )}
      </ManagersOnly>
    </>
  );
}

type Props = { settings: RepairSettings };

function useSaveSettings({ version }: RepairSettings) {
  const { act } = useAct("repairs.setSettings");
  return async (changes: Body<"repairs.setSettings">) =>
    (await act({ body: { ...changes, version } })).refused;
}

const contract = () => import("#lib/contract/repair-settings.ts");
const loadWorkshops = stored(async () => (await contract()).workshopsForm);
const loadSlip = stored(async () => (await contract()).slipForm);

function Prices({ settings }: Props) {
  const money = useMoney();
  const save = useSaveSettings(settings);
  const values = useMemo(
    () => ({
      prices: settings.prices.map(({ name, note, amount }) => ({
        ...{ name, note: note ?? "", amount: money.typed(Number(amount)) },
      })),
    }),
    [settings.prices, money],
  );
  return (
    <FormCard
      title="Price list"
      description={<p>Suggested when you add work to a repair. Each repair can have another amount.</p>}
      schema={async () => (await contract()).pricesIn(money)}
      values={values}
      submitLabel="Save price list"
      onSubmit={save}
    >
      <Entries
        list="prices"
        noun="price"
        columns={[
          { key: "name", label: "Work" },
          { key: "note", label: "Note" },
          { key: "amount", label: "Amount", isNumber: true },
        ]}
      />
      <PasteBox />
    </FormCard>
  );
}

function Workshops({ settings }: Props) {
  const save = useSaveSettings(settings);
  const values = useMemo(
    () => ({
      workshops: settings.workshops.map(({ name, days }) => ({ name, days: days === null ? "" : `${days}` })),
    }),
    [settings.workshops],
  );
  return (
    <FormCard
      title="Workshops"
      description={<p>Where you send pieces. The usual days fill in when a piece should be back.</p>}
      schema={loadWorkshops}
      values={values}
      submitLabel="Save workshops"
      onSubmit={save}
    >
      <Entries
        list="workshops"
        noun="workshop"
        columns={[
          { key: "name", label: "Workshop" },
          { key: "days", label: "Usual days", isNumber: true },
        ]}
      />
    </FormCard>
  );
}

function Slip({ settings: { prefix, slipText, ...settings } }: Props) {
  const save = useSaveSettings({ prefix, slipText, ...settings });
  const values = useMemo(() => ({ prefix, slipText }), [prefix, slipText]);
  return (
    <FormCard
      title="Tickets and claim slips"
      description={<p>Tickets that exist keep their prefix.</p>}
      schema={loadSlip}
      values={values}
      submitLabel="Save"
      onSubmit={save}
    >
      <Prefix />
      <SlipText />
    </FormCard>
  );
}

function Prefix() {
  const typed = String(useWatch({ name: "prefix" }) ?? "").trim();
  const prefix = typed.toUpperCase() || PREFIX;
  return (
    <TextField
      name="prefix"
      label="Prefix of ticket numbers"
      required
      autoComplete="off"
      help={`Such as ${ticketNumber({ prefix, number: 1042 })}`}
      className="max-w-60"
    />
  );
}

function SlipText() {
  const { register } = useFormContext();
  const typed = String(useWatch({ name: "slipText" }) ?? "");
  return (
    <Field
      name="slipText"
      label="Text on the claim slip"
      aside={`${typed.trim().length} of ${SLIP_TEXT_MAX}`}
      help="For example how long you keep pieces that nobody picks up."
    >
      {(control) => <GrowingText {...control} {...register("slipText")} className="min-h-20 leading-5" />}
    </Field>
  );
}

function PasteBox() {
  const money = useMoney();
  const { getValues, setValue } = useFormContext();
  const [text, setText] = useState<string | null>(null);
  const [problems, setProblems] = useState<string[]>([]);
  if (text === null)
    return (
      <div>
        <Button icon={ClipboardPaste} variant="ghost" onClick={() => setText("")}>
          Paste a list
        </Button>
      </div>
    );

  function add() {
    const { lines, problems } = readPasted(text ?? "", money);
    setProblems(problems);
    if (problems.length > 0) return;
    setValue("prices", withPasted(getValues("prices"), lines), { shouldDirty: true });
    setText(null);
  }

  return (
    <div className="grid gap-2 rounded-md border p-3">
      <FieldFrame label={`One service per line, like “Polish and clean, ${money.format(30)}”`}>
        {(control) => (
          <GrowingText
            {...control}
            autoFocus
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-invalid={problems.length > 0}
            className="min-h-25 leading-5"
          />
        )}
      </FieldFrame>
      {problems.length > 0 && (
        <Alert>
          {problems.slice(0, 5).map((problem) => (
            <span key={problem} className="block">
              {problem}
            </span>
          ))}
          {problems.length > 5 && `${problems.length - 5} more`}
        </Alert>
      )}
      <div className="flex gap-2">
        <Button onClick={add}>Add to the list</Button>
        <Button variant="ghost" onClick={() => setText(null)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

type EntryColumn = { key: string; label: string; isNumber?: true };
type EntriesProps = { list: string; noun: string; columns: readonly EntryColumn[] };

function Entries({ list, noun, columns }: EntriesProps) {
  const { control } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: list });
  const add = useRef<HTMLButtonElement>(null);
  return (
    <div className="grid gap-2">
      {fields.length > 0 && (
        <ul className="grid gap-2">
          {fields.map(({ id }, at) => (
            <li key={id} className="flex items-start gap-1.5">
              <div className="flex min-w-0 flex-1 flex-wrap gap-1.5">
                {columns.map(({ key, label, isNumber }) => (
                  <TextField
                    key={key}
                    name={`${list}.${at}.${key}`}
                    label={`${label} ${at + 1}`}
                    hideLabel
                    placeholder={label}
                    autoComplete="off"
                    {...(isNumber && { inputMode: "decimal" })}
                    className={isNumber ? "w-26 [&_input]:tabular-nums" : "min-w-40 flex-1"}
                  />
                ))}
              </div>
              <IconButton
                icon={Trash2}
                label={`Remove ${noun} ${at + 1}`}
                onClick={() => {
                  remove(at);
                  add.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          icon={Plus}
          ref={add}
          onClick={() =>
            append(Object.fromEntries(columns.map(({ key }) => [key, ""])), {
              focusName: `${list}.${fields.length}.name`,
            })
          }
        >
          Add {noun}
        </Button>
      </div>
    </div>
  );
}
