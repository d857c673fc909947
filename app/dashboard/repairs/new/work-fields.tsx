import clsx from "clsx";
import { useCombobox } from "downshift";
import { Plus, X } from "lucide-react";
import { type KeyboardEvent, type Ref, useId, useRef } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { useMoney } from "#components/shell/use-me.ts";
import { IconButton } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { useRead } from "#lib/api/use-read.ts";
import {
  estimateKinds,
  estimateWords,
  MOST_LINES,
  type TypedLine,
  typedLines,
} from "#lib/contract/repair-terms.ts";
import { startsWords } from "#lib/text.ts";
import { BoxField } from "./box-field.tsx";
import { settled, totalOf } from "./intake.ts";
import { Section } from "./section.tsx";

export function WorkFields() {
  return (
    <Section title="Work">
      <BoxField name="words" label="In their words" isLong />
      <Lines />
      <Estimate />
    </Section>
  );
}

const dirty = { shouldDirty: true };

function isPlainEnter(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
}

function Lines() {
  const id = useId();
  const { field, fieldState } = useController({ name: "lines" });
  const { setValue, setFocus } = useFormContext();
  const work: string = useWatch({ name: "work" });
  const lines: TypedLine[] = field.value;
  const list = useRef<HTMLUListElement>(null);
  const wrong = fieldState.error as
    | ({ message?: string } & Record<number, Record<string, Wrong>>)
    | undefined;

  function add(line: TypedLine) {
    if (lines.length >= MOST_LINES) return;
    field.onChange([...lines, line]);
    setValue("work", "", dirty);
    if (line.amount) return;
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>("li:last-child input[inputmode]")?.focus(),
    );
  }

  return (
    <>
      <ul ref={list} aria-label="Work" className="grid gap-2 empty:hidden">
        {lines.map((line, at) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a line keeps nothing of its own
            key={at}
            line={line}
            wrong={wrong?.[at]}
            set={(changes) => field.onChange(lines.with(at, { ...line, ...changes }))}
            onRemove={() => {
              field.onChange(lines.toSpliced(at, 1));
              setFocus("lines");
            }}
            onEnter={() => setFocus("lines")}
          />
        ))}
      </ul>
      <WorkFinder
        ref={field.ref}
        text={work}
        onType={(text) => setValue("work", text, dirty)}
        onAdd={add}
        errorId={wrong?.message && id}
      />
      {wrong?.message && <FieldError id={id}>{wrong.message}</FieldError>}
    </>
  );
}

type Wrong = { message?: string };
type LineProps = {
  line: TypedLine;
  wrong: Record<string, Wrong> | undefined;
  set: (changes: Partial<TypedLine>) => void;
  onRemove: () => void;
  onEnter: () => void;
};

const box =
  "h-8 min-w-0 rounded-sm bg-transparent px-1.5 outline-none focus-visible:bg-card focus-visible:ring-2 focus-visible:ring-ring aria-invalid:ring-1 aria-invalid:ring-danger phone:h-11 phone:text-[1rem] pointer-coarse:h-11";

function Line({ line: { name, note, amount }, wrong, set, onRemove, onEnter }: LineProps) {
  const money = useMoney();
  const id = useId();
  const message = wrong && Object.values(wrong)[0]?.message;
  const control = (key: keyof TypedLine, label: string) => ({
    ...{ value: { name, note, amount }[key], "aria-label": label, autoComplete: "off" },
    ...{ "aria-invalid": wrong?.[key] !== undefined, "aria-describedby": message && id },
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [key]: target.value }),
    onKeyDown(event: KeyboardEvent) {
      if (!isPlainEnter(event)) return;
      event.preventDefault();
      onEnter();
    },
  });
  return (
    <li className="grid gap-1">
      <div className="grid min-h-control items-center gap-x-1 rounded-md bg-muted pr-1 pl-1.5 md:grid-cols-[auto_minmax(0,1fr)_6.5rem_2rem] phone:grid-cols-[minmax(0,1fr)_6.5rem_2.75rem]">
        <input
          {...control("name", "Work")}
          className={`${box} field-sizing-content max-w-80 font-medium phone:col-span-2 phone:max-w-full phone:w-full`}
        />
        <input
          {...control("note", `Note on ${name}`)}
          placeholder="Note"
          className={`${box} text-muted-foreground text-sm phone:order-1`}
        />
        <input
          {...control("amount", `Amount for ${name}`)}
          inputMode="decimal"
          placeholder={money.format(0)}
          onFocus={({ target }) => target.select()}
          onBlur={() => set({ amount: settled(amount, money) })}
          className={`${box} text-right font-medium tabular-nums phone:order-1`}
        />
        <IconButton row label={`Remove ${name}`} onClick={onRemove}>
          <X size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
      {message && <FieldError id={id}>{message}</FieldError>}
    </li>
  );
}

const KINDS = estimateKinds.map((kind) => [kind, estimateWords[kind]] as const);

function Estimate() {
  const { field } = useController({ name: "estimate" });
  const { getValues, setValue } = useFormContext();
  const money = useMoney();
  const [lines, work]: [TypedLine[], string] = useWatch({ name: ["lines", "work"] }) as never;

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segments aria-label="Estimate" choices={KINDS} value={field.value} onChoose={field.onChange} />
      <BoxField
        name="deposit"
        label="Deposit"
        inputMode="decimal"
        onFocus={({ target }) => target.select()}
        onLeave={() => setValue("deposit", settled(getValues("deposit"), money), dirty)}
        className="w-41 phone:min-w-0 phone:flex-1 [&_input]:tabular-nums"
      />
      {field.value !== "AFTER_LOOK" && (
        <output className="ml-auto font-semibold text-lg tabular-nums">
          {field.value === "UP_TO" && "Up to "}
          {money.format(totalOf(typedLines(lines, work), money))}
        </output>
      )}
    </div>
  );
}

const MOST = 6;

type Props = {
  ref: Ref<HTMLInputElement>;
  text: string;
  onType: (text: string) => void;
  onAdd: (line: TypedLine) => void;
  errorId: string | undefined;
};

function WorkFinder({ ref, text, onType, onAdd, errorId }: Props) {
  const money = useMoney();
  const { data } = useRead("repairs.settings", {});
  const wanted = text.trim();
  const found = wanted
    ? (data?.prices ?? []).filter(({ name }) => startsWords(name, wanted)).slice(0, MOST)
    : [];
  const priced = found.map(
    ({ name, note, amount }): TypedLine => ({ name, note, amount: money.format(Number(amount)) }),
  );
  const items = wanted ? [...priced, { name: wanted, note: "", amount: "" }] : [];

  const combobox = useCombobox<TypedLine>({
    items,
    inputValue: text,
    selectedItem: null,
    itemToString: () => text,
    stateReducer: (_, { type, changes }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) return { ...changes, highlightedIndex: 0 };
      if (type === useCombobox.stateChangeTypes.InputBlur) return { ...changes, selectedItem: null };
      return changes;
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onAdd(selectedItem),
  });
  const isOpen = combobox.isOpen && items.length > 0;

  return (
    <div className="relative" data-takes-escape={isOpen ? "" : undefined}>
      <label className={clsx("field flex cursor-text items-center gap-2", errorId && "border-danger!")}>
        <Plus size={16} strokeWidth={1.75} className="shrink-0 text-muted-foreground" />
        <input
          {...combobox.getInputProps({
            ref,
            onChange: (event) => onType(event.currentTarget.value),
            onKeyDown(event) {
              if (event.key !== "Enter") return;
              const isPlain = !event.ctrlKey && !event.metaKey;
              if (isPlain) event.preventDefault();
              if (!isPlain || !isOpen) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
              if (isPlain && !isOpen && wanted) onAdd({ name: wanted, note: "", amount: "" });
            },
          })}
          aria-label="Add work"
          aria-labelledby={undefined}
          aria-required
          aria-invalid={errorId !== undefined}
          aria-describedby={errorId}
          autoComplete="off"
          maxLength={120}
          placeholder={
            data?.prices.length
              ? "Add work from the price list, or type your own"
              : "Add work, like “Resize ring”"
          }
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
      </label>
      <ul
        {...combobox.getMenuProps({ "aria-label": "Work" }, { suppressRefError: true })}
        aria-labelledby={undefined}
        className={clsx("floating absolute inset-x-0 top-full z-10 mt-1 p-1", !isOpen && "hidden")}
      >
        {isOpen &&
          items.map((item, index) => (
            <li
              key={item.amount ? `${item.name} ${item.note}` : "own"}
              {...combobox.getItemProps({ item, index })}
              className={clsx(
                "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 pointer-coarse:min-h-11",
                !item.amount && "font-medium text-link",
                !item.amount && items.length > 1 && "mt-1 border-t",
                combobox.highlightedIndex === index && "bg-primary-soft text-primary-soft-foreground",
              )}
            >
              {item.amount ? (
                <>
                  <span className="grid min-w-0 flex-1">
                    <span className="truncate font-medium">{item.name}</span>
                    {item.note && <span className="truncate text-muted-foreground text-sm">{item.note}</span>}
                  </span>
                  <span className="font-medium tabular-nums">{item.amount}</span>
                </>
              ) : (
                <>
                  <Plus size={16} />
                  <span className="truncate">Add “{item.name}” with its own price</span>
                </>
              )}
            </li>
          ))}
      </ul>
    </div>
  );
}
