"use client";
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { triggerTypes } from "#lib/contract/automation-terms.ts";
import { ActionFields } from "./action-fields.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import type { Values } from "./form.ts";
import { ScheduleField } from "./schedule-field.tsx";
import { Sentence } from "./sentence.tsx";
import { optionsOf } from "./words.ts";

/** The fields of an automation: when, if, then, and the sentence that they come to. */
export function AutomationFields() {
  const rule = useWatch() as Values;
  return (
    <div className="grid gap-4">
      <TextField name="name" label="Name" required autoComplete="off" />
      <div className="divide-y rounded-lg border bg-card">
        <Part word="When">
          <SelectField name="trigger.type" label="Trigger type" required options={optionsOf(triggerTypes)} />
          {rule.trigger.type === "TIME_BASED" && <ScheduleField />}
        </Part>
        <Part word="if">
          {rule.condition.length === 0 && <p className="text-muted-foreground">Everyone: no condition.</p>}
          {rule.condition.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the conditions keep their places
            <ConditionFields key={index} index={index} />
          ))}
        </Part>
        <Part word="then">
          <ActionFields />
        </Part>
      </div>
      <Outlook rule={rule} />
    </div>
  );
}

function Part({ word, children }: { word: string; children: ReactNode }) {
  return (
    <section
      aria-label={word}
      className="grid grid-cols-[48px_minmax(0,1fr)] gap-3 p-4 phone:grid-cols-1 phone:gap-2"
    >
      <h3 className="pt-6 font-semibold text-primary phone:pt-0">{word}</h3>
      <div className="grid content-start gap-3">{children}</div>
    </section>
  );
}

/** What it will do, as far as the form tells. */
function Outlook({ rule }: { rule: Values }) {
  const { data: timezone } = useRead("organization.timezone", {});
  const { data: templates } = useRead("templates.list", {});
  const template = templates?.find(({ id }) => id === rule.action.templateId)?.name;
  if (!rule.trigger.type) return null;
  return (
    <p
      aria-live="polite"
      className="flex gap-2.5 rounded-lg bg-primary-soft px-3.5 py-3 text-primary-soft-foreground"
    >
      <Sparkles size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">
        <Sentence rule={rule} template={template} timezone={timezone} />
      </span>
    </p>
  );
}
