import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { ChoiceField } from "#components/ui/choice-field.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { notify } from "#lib/notifications.ts";
import { fold } from "#lib/text.ts";
import { type Group, kinds, type Start } from "./kinds.ts";
import { StepFrame, type StepProps } from "./steps.tsx";

const groups: Record<Group, string> = {
  products: "Categories",
  fields: "Contact fields",
  templates: "Email templates",
  appointmentTypes: "Appointment types",
};
const GROUPS = Object.keys(groups) as Group[];
const SOME = 5;
const QUIET = { quiet: true, texts: { failure: "Couldn’t add all of these. Try again." } } as const;

type Named = { name: string } | { label: string };
type Existing = Record<Group, readonly Named[]>;

const nameOf = (record: Named) => ("label" in record ? record.label : record.name);

function missing<T extends Named>(records: T[], existing: readonly Named[]): T[] {
  const taken = new Set(existing.map((record) => fold(nameOf(record))));
  return records.filter((record) => !taken.has(fold(nameOf(record))));
}

export function KindStep(step: StepProps) {
  const form = useForm<{ kind: string; groups: Group[] }>({ defaultValues: { kind: "", groups: GROUPS } });
  const [kind, picked] = form.watch(["kind", "groups"]);
  const start = kinds.find(({ value }) => value === kind)?.start;
  const existing = useExisting();
  const { act, pending } = useAct("setup.add", QUIET);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = useSubmit(async () => {
    if (!start) return;
    setFailure(null);
    const body = Object.fromEntries(
      GROUPS.map((group) => [group, picked.includes(group) ? start[group] : []]),
    ) as Start;
    const outcome = await act({ body });
    if (!outcome.ok) return setFailure(outcome.refused?.text ?? "");
    if (outcome.answer.added) notify({ type: "success", message: "Added" });
    await step.onLeave(true);
  });
  return (
    <StepFrame
      {...step}
      title="What kind of store is it?"
      hint="We’ll suggest a starting point. You can remove anything."
      form={{ onSubmit: submit }}
      submit={start && (step.isLast ? "Add these and finish" : "Add these")}
      pendingLabel="Adding…"
      saving={pending}
      failure={failure}
    >
      <FormProvider {...form}>
        <ChoiceField name="kind" label="Kind of store" choices={kinds} />
        {start && (
          <ul aria-label="What will be added" className="rounded-lg border">
            {GROUPS.filter((group) => start[group].length > 0).map((group) => {
              const all: Named[] = start[group];
              const names = missing(all, existing[group]).map(nameOf);
              return (
                <li key={group} className="border-t first:border-t-0">
                  <label className="flex cursor-pointer items-center gap-3 px-3 py-2.5">
                    <input
                      type="checkbox"
                      value={group}
                      disabled={names.length === 0}
                      className="size-4 shrink-0 accent-primary"
                      {...form.register("groups")}
                    />
                    <span className="min-w-0 flex-1">
                      <b className="block font-medium">{groups[group]}</b>
                      <span className="text-muted-foreground text-sm">
                        {names.length > 0 ? firstFew(names) : "You have all of these."}
                      </span>
                    </span>
                    <span className="text-muted-foreground tabular-nums">{names.length || ""}</span>
                  </label>
                </li>
              );
            })}
          </ul>
        )}
      </FormProvider>
    </StepFrame>
  );
}

function firstFew(names: string[]): string {
  const more = names.length - SOME;
  return more > 0 ? `${names.slice(0, SOME).join(" · ")} and ${more} more` : names.join(" · ");
}

function useExisting(): Existing {
  const { data: products = [] } = useRead("products.list", {});
  const { data: fields = [] } = useRead("fields.list", {});
  const { data: templates = [] } = useRead("templates.list", {});
  const { data: appointmentTypes = [] } = useRead("appointmentTypes.list", {});
  return { products, fields, templates, appointmentTypes };
}
