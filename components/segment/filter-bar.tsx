import * as Popover from "@radix-ui/react-popover";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Select } from "#components/ui/select.tsx";
import { opensKeyboard, PHONE, useMedia } from "#components/ui/use-media.ts";
import { readSaleSegment } from "#lib/contract/sale-segments.ts";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import { readSegment } from "#lib/contract/segments.ts";
import { AddCondition } from "./add-condition.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { Alone, Count } from "./count.tsx";
import { canAsk, conditionPlaces, rejoined, replaced } from "./edits.ts";
import { type Condition, fieldLook, type Segment } from "./fields.ts";
import { useNames } from "./use-names.ts";
import { type Names, sentenceOf, wordsOf } from "./words.ts";

type Props = {
  of: SegmentSubject;
  segment: Segment;
  onSegment: (segment: Segment) => void;
  search: string;
  begins?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

export function FilterBar({ of, segment, onSegment, search, begins, onClose, children }: Props) {
  const names = useNames();
  const phone = useMedia(PHONE);
  const read = of === "sales" ? readSaleSegment : readSegment;
  if (read(JSON.stringify(segment)) === null) return null;
  const bar = { of, segment, onSegment, search, names, begins, onClose, children };
  return phone ? <ConditionsSheet {...bar} /> : <Pills {...bar} />;
}

type Inside = Props & { names: Names };

function Pills({ of, segment, onSegment, search, names, begins, onClose, children }: Inside) {
  const [open, setOpen] = useState<number | null>(null);
  const [begun, setBegun] = useState<Condition | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const places = conditionPlaces(segment);
  const isAdded = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each new condition
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const pills = bar.current?.querySelectorAll<HTMLElement>("[aria-haspopup=dialog]:not([data-shortcut])");
    [...(pills ?? [])].at(-1)?.focus();
  }, [places.length]);
  const focusAdd = () => bar.current?.querySelector<HTMLElement>("[data-shortcut=f]")?.focus();
  const endBegun = () => {
    setBegun(null);
    focusAdd();
  };
  return (
    <div ref={bar} data-paper="no" className="flex flex-wrap items-center gap-2 border-t px-4 py-2.5">
      {places.map(({ group, at }, i) => {
        const conditions = segment[group] ?? [];
        const isBracketed = conditions.length > 1 && segment.length > 1;
        return (
          // Keyed by position, so the buttons keep their focus.
          // biome-ignore lint/suspicious/noArrayIndexKey: see the comment above
          <div key={i} className="contents">
            {i > 0 && <Join isOr={at > 0} onToggle={() => onSegment(rejoined(segment, group, at))} />}
            {isBracketed && at === 0 && <Bracket is="(" />}
            <Pill
              condition={conditions[at] as Condition}
              names={names}
              isOpen={open === i}
              onOpen={(isOpen) => setOpen(isOpen ? i : null)}
              onChange={(next) => {
                onSegment(replaced(segment, group, at, next));
                if (!next && i === places.length - 1) focusAdd();
              }}
            />
            {isBracketed && at === conditions.length - 1 && <Bracket is=")" />}
          </div>
        );
      })}
      {begun && (
        <Pill
          condition={begun}
          names={names}
          isOpen
          onOpen={endBegun}
          onChange={(next) => {
            isAdded.current = next !== null;
            if (next) onSegment([...segment, [next]]);
            endBegun();
          }}
        />
      )}
      <AddCondition of={of} segment={segment} begins={begins} onAdd={setBegun} />
      <span className="ml-auto flex items-center gap-2">
        <Count of={of} segment={segment} search={search} />
        <Button
          variant="ghost"
          onClick={() => {
            onSegment([]);
            onClose();
          }}
          className="h-8! px-2.5! pointer-coarse:h-11!"
        >
          Clear
        </Button>
        {children}
      </span>
    </div>
  );
}

function Bracket({ is }: { is: string }) {
  return <span className="text-lg text-muted-foreground">{is}</span>;
}

function Join({ isOr, onToggle }: { isOr: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      onClick={onToggle}
      title={isOr ? "Require both instead" : "Require any one instead"}
      className="rounded-sm px-1 py-1 font-medium text-primary text-sm hover:underline pointer-coarse:min-h-11"
    >
      {isOr ? "or" : "and"}
    </button>
  );
}

type PillProps = {
  condition: Condition;
  names: Names;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (condition: Condition | null) => void;
};

function Pill({ condition, names, isOpen, onOpen, onChange }: PillProps) {
  const { label, icon } = fieldLook(condition, names.own);
  const content = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpen}>
      <span className="inline-flex h-8 items-center rounded-md border border-border-strong bg-card text-sm has-data-[state=open]:border-primary has-data-[state=open]:ring-1 has-data-[state=open]:ring-primary pointer-coarse:h-11">
        <Popover.Trigger
          onKeyDown={(event) => {
            if (event.repeat) return;
            if (event.key === "Backspace" || event.key === "Delete") onChange(null);
          }}
          className="flex h-full items-center gap-2 rounded-l-md pl-2.5 pr-1.5 hover:bg-accent"
        >
          <Icon is={icon as IconName} className="size-3.5 text-muted-foreground" />
          <span className="font-medium">{label}</span>
          {wordsOf(condition, names).map(({ text, strong }, i) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: words have no id
              key={i}
              className={strong ? "font-semibold text-primary" : "text-muted-foreground"}
            >
              {text}
            </span>
          ))}
        </Popover.Trigger>
        <button
          type="button"
          aria-label={`Remove ${label}`}
          onClick={() => onChange(null)}
          className="grid h-full w-8 place-items-center rounded-r-md border-l text-muted-foreground hover:bg-accent pointer-coarse:w-11"
        >
          <X size={14} strokeWidth={2} />
        </button>
      </span>
      <Popover.Portal>
        <Popover.Content
          ref={content}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={`${label}: condition`}
          className="floating z-40 w-85 max-w-[calc(100vw-24px)] animate-pop outline-none"
          onOpenAutoFocus={focusValue}
          onPointerDownOutside={({ target }) => {
            const button = (target as Element).closest("button");
            if (button?.getAttribute("aria-label") === `Remove ${label}`) return;
            content.current?.querySelector("form")?.requestSubmit();
          }}
        >
          <Editor
            condition={condition}
            names={names}
            onDone={(next) => {
              onChange(next);
              onOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function focusValue(event: Event) {
  const box = (event.currentTarget as Element).querySelector<HTMLInputElement>("input.field");
  if (!box || opensKeyboard()) return;
  event.preventDefault();
  box.focus();
  box.select();
}

type EditorProps = { condition: Condition; names: Names; onDone: (condition: Condition) => void };

function Editor({ condition, names, onDone }: EditorProps) {
  const [draft, setDraft] = useState(condition);
  const fits = canAsk(draft);
  const done = () => fits && onDone(draft);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = event.currentTarget.querySelector<HTMLElement>("[aria-invalid=true]");
        if (wrong) wrong.focus();
        else done();
      }}
    >
      <div className="p-3">
        <ConditionFields condition={draft} names={names} onChange={setDraft} />
        {fits && <p className="mt-2 text-muted-foreground">{sentenceOf([[draft]], names)}.</p>}
      </div>
      <footer className="flex items-center gap-2 border-t px-3 py-2.5">
        <span className="mr-auto text-muted-foreground text-sm">
          {fits ? (
            <Alone of={fieldLook(draft, names.own).of ?? "contacts"} condition={draft} />
          ) : (
            "Complete this condition"
          )}
        </span>
        <Button
          variant="ghost"
          aria-pressed={Boolean(draft.not)}
          onClick={() => setDraft({ ...draft, not: draft.not ? undefined : true })}
          className="h-8! px-2.5!"
        >
          {draft.not ? "Include these" : "Exclude these"}
        </Button>
        <Button type="submit" variant="primary" aria-disabled={!fits || undefined} className="h-8! px-3!">
          Done
        </Button>
      </footer>
    </form>
  );
}

function ConditionsSheet({ of, segment, onSegment, search, names, begins, onClose, children }: Inside) {
  const [isOpen, setOpen] = useState(Boolean(begins) && segment.length === 0);

  const sentence = sentenceOf(segment, names) || (of === "sales" ? "All sales" : "Everyone");

  function close(next: Segment) {
    setOpen(false);
    onSegment(next);
    if (next.length === 0) onClose();
  }

  return (
    <div data-paper="no" className="flex items-center gap-2 border-t px-4 py-2">
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-label={`Conditions: ${sentence}`}
        className="min-h-11 min-w-0 flex-1 truncate text-left font-medium text-primary"
      >
        {sentence}
      </button>
      <Count of={of} segment={segment} search={search} />
      {children}
      {isOpen && <Conditions of={of} segment={segment} search={search} names={names} onDone={close} />}
    </div>
  );
}

type ConditionsProps = Pick<Inside, "of" | "search" | "names" | "segment"> & {
  onDone: (segment: Segment) => void;
};

function Conditions({ of, segment, search, names, onDone }: ConditionsProps) {
  const [draft, setDraft] = useState(segment);
  const body = useRef<HTMLDivElement>(null);
  const asked = draft.map((group) => group.filter(canAsk)).filter((group) => group.length > 0);
  const places = conditionPlaces(draft);
  const joined = draft.every((group) => group.length === 1) ? "all" : draft.length === 1 ? "any" : "mixed";

  function show() {
    const wrong = body.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrong) wrong.focus();
    else onDone(asked);
  }

  return (
    <Modal title="Conditions" onClose={() => onDone(asked)}>
      <div ref={body} className="grid min-h-0 flex-1 content-start gap-3 overflow-y-auto px-4 pb-4">
        {places.length > 1 && (
          <Select
            label="How they are joined"
            value={joined}
            options={[
              ...(joined === "mixed" ? [{ value: "mixed", label: "As written below" }] : []),
              { value: "all", label: "All of these" },
              { value: "any", label: "Any of these" },
            ]}
            onChange={(how) => {
              const all = draft.flat();
              if (how !== "mixed") setDraft(how === "any" ? [all] : all.map((condition) => [condition]));
            }}
          />
        )}
        {places.map(({ group, at }) => {
          const condition = draft[group]?.[at] as Condition;
          const { label, icon } = fieldLook(condition, names.own);
          return (
            <fieldset key={`${group} ${at}`} className="min-w-0 rounded-lg border border-border-strong p-3">
              <legend className="sr-only">{label}</legend>
              <div className="mb-2 flex items-center gap-2 font-medium">
                <Icon is={icon as IconName} className="size-4 text-muted-foreground" />
                <span className="flex-1">
                  {label}
                  {condition.not && <span className="font-normal text-danger"> not</span>}
                </span>
                <IconButton
                  icon={X}
                  size={18}
                  label={`Remove ${label}`}
                  onClick={() => setDraft(replaced(draft, group, at, null))}
                />
              </div>
              <ConditionFields
                condition={condition}
                names={names}
                onChange={(next) => setDraft(replaced(draft, group, at, next))}
              />
              <button
                type="button"
                aria-pressed={Boolean(condition.not)}
                onClick={() =>
                  setDraft(
                    replaced(draft, group, at, { ...condition, not: condition.not ? undefined : true }),
                  )
                }
                className="mt-2 min-h-11 font-medium text-primary"
              >
                {condition.not ? "Include these" : "Exclude these"}
              </button>
            </fieldset>
          );
        })}
        <AddCondition
          of={of}
          segment={draft}
          begins
          onAdd={(condition) =>
            setDraft(joined === "any" ? [[...(draft[0] ?? []), condition]] : [...draft, [condition]])
          }
          className="inline-flex h-11 items-center gap-2 rounded-md border border-border-strong px-3 font-medium"
        />
        {asked.length > 0 && <p className="text-muted-foreground">{sentenceOf(asked, names)}.</p>}
      </div>
      <footer className="flex items-center gap-2 border-t px-4 py-3">
        <Button onClick={() => onDone([])}>Clear</Button>
        <Button variant="primary" onClick={show} className="flex-1">
          Show <Count of={of} segment={asked} search={search} bare />
        </Button>
      </footer>
    </Modal>
  );
}
