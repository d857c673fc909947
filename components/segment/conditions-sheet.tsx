"use client";
import { X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Select } from "#components/ui/select.tsx";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import { AddCondition } from "./add-condition.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { Count } from "./count.tsx";
import { canAsk, placesOf, replaced } from "./edits.ts";
import { type Condition, lookOf, type Segment } from "./fields.ts";
import { type Names, sentenceOf } from "./words.ts";

type Props = {
  of: SegmentSubject;
  segment: Segment;
  onSegment: (segment: Segment) => void;
  search: string;
  names: Names;
  begins?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

export function ConditionsSheet({ of, segment, onSegment, search, names, begins, onClose, children }: Props) {
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

type ConditionsProps = Pick<Props, "of" | "search" | "names" | "segment"> & {
  onDone: (segment: Segment) => void;
};

/** The list changes when the sheet closes. */
function Conditions({ of, segment, search, names, onDone }: ConditionsProps) {
  const [draft, setDraft] = useState(segment);
  const body = useRef<HTMLDivElement>(null);
  const asked = draft.map((group) => group.filter(canAsk)).filter((group) => group.length > 0);
  const places = placesOf(draft);
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
          const { label, icon } = lookOf(condition, names.own);
          return (
            <fieldset key={`${group} ${at}`} className="min-w-0 rounded-lg border border-border-strong p-3">
              <legend className="sr-only">{label}</legend>
              <div className="mb-2 flex items-center gap-2 font-medium">
                <Icon is={icon as IconName} className="size-4 text-muted-foreground" />
                <span className="flex-1">
                  {condition.not && <span className="font-normal text-danger">not </span>}
                  {label}
                </span>
                <IconButton
                  label={`Remove ${label}`}
                  onClick={() => setDraft(replaced(draft, group, at, null))}
                >
                  <X size={18} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
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
          onAdd={(condition) =>
            setDraft(joined === "any" ? [[...(draft[0] ?? []), condition]] : [...draft, [condition]])
          }
          className="inline-flex h-11 items-center gap-2 rounded-md border border-border-strong px-3 font-medium"
        />
        <p className="text-muted-foreground">{sentenceOf(asked, names)}.</p>
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
