import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { TextField } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { useTemplates } from "#lib/api/use-templates.ts";
import {
  actionTypes,
  automationEvents,
  type TaskOwner,
  taskOwners,
  triggerTypes,
} from "#lib/contract/automation-terms.ts";
import type { Template } from "#lib/contract/templates.ts";
import { fullName, joined } from "#lib/text.ts";
import type { Values } from "./form.ts";
import { ConditionFields, ScheduleField } from "./rule-fields.tsx";
import { SegmentWords, useSegmentWords } from "./segment-words.tsx";
import { optionsOf, phraseOf, type Rule, ScheduleWords, wordsOf } from "./words.tsx";

export function AutomationFields({ complete }: { complete: boolean }) {
  const rule = useWatch() as Values;
  return (
    <div className="grid gap-4">
      <TextField name="name" label="Name" required autoComplete="off" />
      <div className="rounded-lg border bg-card [&>section+section]:border-t">
        <Part word="When">
          <SelectField name="trigger.type" label="Trigger type" required options={optionsOf(triggerTypes)} />
          {rule.trigger.type === "TIME_BASED" && <ScheduleField />}
          {complete && rule.trigger.type === "EVENT_BASED" && (
            <SelectField
              name="trigger.event"
              label="Event"
              none="A new sale, contact or appointment"
              options={optionsOf(automationEvents)}
            />
          )}
        </Part>
        <Part word="if">
          {rule.condition.length === 0 && <p className="text-muted-foreground">Everyone: no condition.</p>}
          {rule.condition.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the conditions never changes
            <ConditionFields key={index} index={index} />
          ))}
          {complete && <SegmentField />}
        </Part>
        <Part word="then">
          <ActionFields complete={complete} />
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
      className="grid grid-cols-[3rem_minmax(0,1fr)] gap-3 p-4 phone:grid-cols-1 phone:gap-2"
    >
      <h3 className="pt-6 font-semibold text-primary phone:pt-0">{word}</h3>
      <div className="grid content-start gap-3">{children}</div>
    </section>
  );
}

function Outlook({ rule }: { rule: Values }) {
  const { data: timezone } = useRead("organization.timezone", {});
  const { data: templates } = useRead("templates.list", {});
  const { action } = rule;
  const template =
    action.type === "CREATE_TASK"
      ? action.task.what.trim()
      : templates?.find(({ id }) => id === action.templateId)?.name;
  if (!rule.trigger.type) return null;
  return (
    <p
      aria-live="polite"
      className="flex gap-2.5 rounded-lg bg-primary-soft px-3.5 py-3 text-primary-soft-foreground"
    >
      <Sparkles size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">
        <Sentence rule={rule} template={template} timezone={timezone} />
        {rule.segment && (
          <>
            {" "}
            Only for: <SegmentWords segment={rule.segment} />.
          </>
        )}
      </span>
    </p>
  );
}

function ActionFields({ complete }: { complete: boolean }) {
  const type: string = useWatch({ name: "action.type" });
  const { setValue } = useFormContext();
  const offered = actionTypes.filter((one) => one === "SEND_EMAIL" || complete);
  return (
    <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
      <SelectField
        name="action.type"
        label="Action type"
        required
        options={optionsOf(offered)}
        onChosen={(next) => next !== type && setValue("action.templateId", null, { shouldDirty: true })}
      />
      {type === "SEND_EMAIL" && <TemplateField />}
      {type === "CREATE_TASK" && <TaskFields />}
    </div>
  );
}

function TemplateField() {
  const { data: templates, error, mutate } = useTemplates("EMAIL");
  const templateId: string | null = useWatch({ name: "action.templateId" });
  const template = templates?.find(({ id }) => id === templateId);
  return (
    <>
      <SelectField
        name="action.templateId"
        label="Template"
        required
        placeholder={templates || error ? "Choose…" : "Loading…"}
        options={optionsFrom(templates, templateId)}
        help={
          templates?.length === 0 ? (
            <>
              There is no template yet.{" "}
              <PrefetchLink href="/dashboard/templates/edit/0" className="link">
                Write one
              </PrefetchLink>
            </>
          ) : error && !templates ? (
            <>
              The templates could not be loaded.{" "}
              <button type="button" onClick={() => mutate()} className="link">
                Try again
              </button>
            </>
          ) : undefined
        }
      />
      {template && <Preview template={template} />}
    </>
  );
}

function optionsFrom(templates: Template[] | undefined, templateId: string | null) {
  if (!templates) return templateId ? [{ value: templateId, label: "Loading…" }] : [];
  return templates.map(({ id, name }) => ({ value: id, label: name || "No name" }));
}

function Preview({ template }: { template: Template }) {
  const { data } = useRead("templates.get", template.content ? null : { params: { id: template.id } });
  const { subject, content } = data ?? template;
  return (
    <figure
      aria-label="Preview"
      className="col-span-full grid gap-1 rounded-md border bg-background px-3 py-2.5"
    >
      <figcaption className="wrap-anywhere font-medium">{subject || "No subject"}</figcaption>
      <p className="wrap-anywhere line-clamp-2 min-h-9 text-muted-foreground text-sm">{content}</p>
    </figure>
  );
}

type Props = { rule: Rule; template?: string; timezone?: string };

const OPEN = "…";

type Phrases = ReturnType<typeof phraseOf>[];

export function Sentence({ rule: { trigger, condition, action }, template, timezone }: Props) {
  const money = useMoney();
  const type = String(trigger?.type ?? "");
  const schedule = String(trigger?.schedule ?? "").trim();
  const phrases = (condition ?? []).map((one) => phraseOf(one, money));
  const zone = timezone ? ` (${timezone})` : "";
  const kind = String(action?.type ?? "");
  const gets =
    kind === "CREATE_TASK"
      ? `is to be ${action?.templateId ? "texted" : "called"}: ${template ? `“${template}”` : OPEN}`
      : `gets ${what(kind, template)}`;
  if (type === "DATE_BASED") {
    return `${ended(`Once ever, ${everyone(phrases)} ${gets}`)} Checked every day at 9:00 AM${zone}.`;
  }
  const isReady = trigger?.event === "REPAIR_READY";
  if (type === "EVENT_BASED") {
    const when = isReady ? "When a repair is ready, its customer" : event(phrases);
    return ended(`${when} ${gets}${provided(phrases)}`);
  }
  return (
    <>
      {schedule ? <ScheduleWords schedule={schedule} /> : OPEN}
      {schedule && zone}, {ended(`${everyone(phrases)} ${gets}`)}
    </>
  );
}

function what(type: string, template?: string): string {
  if (template) return `“${template}”`;
  return type === "SEND_EMAIL" ? OPEN : wordsOf(type) || OPEN;
}

function ended(sentence: string): string {
  return sentence.endsWith(OPEN) ? sentence : `${sentence}.`;
}

function everyone(phrases: Phrases): string {
  const words = phrases.map((phrase) => (phrase ? `${phrase.link} ${phrase.text}` : `whose ${OPEN}`));
  return joined(" ", "everyone", words.join(" and "));
}

function event(phrases: Phrases): string {
  const purchases = phrases.filter((phrase) => phrase?.link === "with");
  if (purchases.length === 0)
    return "When a sale is recorded, a contact is created or a booking is made, that contact";
  return `When ${purchases.map((phrase) => phrase?.text).join(" and ")} is recorded, its contact`;
}

function provided(phrases: Phrases): string {
  const others = phrases.filter((phrase) => phrase?.link !== "with");
  if (others.length === 0) return "";
  return ` if their ${others.map((phrase) => phrase?.text ?? OPEN).join(" and their ")}`;
}

const owners: Record<TaskOwner, string> = {
  SELLER: "Their last salesperson",
  ANYBODY: "Everyone",
  PERSON: "One person",
};
const OWNERS = taskOwners.map((value) => ({ value, label: owners[value] }));

function TaskFields() {
  const { data: texts } = useTemplates("TEXT");
  const templateId: string | null = useWatch({ name: "action.templateId" });
  const owner: string = useWatch({ name: "action.task.owner" });
  return (
    <>
      <TextField
        name="action.task.days"
        label="Due in days"
        required
        inputMode="numeric"
        autoComplete="off"
        help="0 is the day on which it is made."
      />
      <TextField
        name="action.task.what"
        label="Task"
        required
        autoComplete="off"
        className="col-span-full"
        help="{{firstName}}, {{lastPurchase}} and the other placeholders of templates are filled in."
      />
      <SelectField name="action.task.owner" label="For" required options={OWNERS} />
      {owner === "PERSON" && <PersonField />}
      <SelectField
        name="action.templateId"
        label="Text message"
        none="No text message"
        options={optionsFrom(texts, templateId)}
        help={
          texts?.length === 0 ? (
            <>
              First,{" "}
              <PrefetchLink href="/dashboard/templates/edit/0" className="link">
                create a template for text messages
              </PrefetchLink>
              .
            </>
          ) : (
            "The task opens this message, ready to send from your phone."
          )
        }
      />
    </>
  );
}

function PersonField() {
  const { data: team } = useRead("team.list", {});
  const people = (team ?? []).map((one) => ({ value: one.id, label: fullName(one) }));
  return (
    <SelectField
      name="action.task.personId"
      label="Person"
      required
      placeholder={team ? "Choose…" : "Loading…"}
      options={people}
    />
  );
}

const NAME = "segment";

function SegmentField() {
  const { data: saved } = useRead("segments.list", {});
  const segment: string | null = useWatch({ name: NAME }) ?? null;
  const words = useSegmentWords(segment);
  // Only shared ones, because an automation belongs to the store.
  const options = (saved ?? [])
    .filter(({ isShared }) => isShared)
    .map(({ segment, name }) => ({ value: segment, label: name }));
  const isKnown = options.some(({ value }) => value === segment);
  const own = segment !== null && !isKnown ? [{ value: segment, label: words(segment) }] : [];
  return (
    <SelectField
      name={NAME}
      label="Only for"
      none="Everyone who meets the conditions"
      options={[...own, ...options]}
      help={
        saved?.every(({ isShared }) => !isShared) ? (
          <>
            You can choose segments that are shared with everyone. Save them on{" "}
            <PrefetchLink href="/dashboard/contacts" className="link">
              Contacts
            </PrefetchLink>
            .
          </>
        ) : isKnown && segment ? (
          `${words(segment)}. Later changes to the segment don’t affect this automation.`
        ) : undefined
      }
    />
  );
}
