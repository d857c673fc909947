import { useMoney } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { type Compared, EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { RecordForm, useFollowing, useRecordForm } from "#components/ui/record-form.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useReload } from "#lib/api/cache.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Automation, AutomationForm } from "#lib/contract/automations.ts";
import type { Money } from "#lib/contract/money.ts";
import { stored } from "#lib/stored-code.ts";
import { AutomationFields } from "../../fields.tsx";
import { bodyOf, type Values, valuesOf } from "../../form.ts";
import { SegmentWords } from "../../segment-words.tsx";
import { phraseOf, ScheduleWords, wordsOf } from "../../words.tsx";

const loadSchema = stored(async () => (await import("#lib/contract/automations.ts")).automationForm);

const fieldsIn = (money: Money): Compared[] => [
  { name: "name", label: "Name" },
  { name: "trigger", label: "When", text: whenText },
  { name: "condition", label: "If", text: (conditions) => conditionText(conditions, money) },
  { name: "segment", label: "Only for", text: (segment) => <SegmentWords segment={segment} /> },
  { name: "action", label: "Then", text: (action) => <ActionText {...action} /> },
];

function whenText({ type, schedule }: Values["trigger"]) {
  return type === "TIME_BASED" && schedule ? <ScheduleWords schedule={schedule} /> : wordsOf(type);
}

function conditionText(conditions: Values["condition"], money: Money): string {
  if (conditions.length === 0) return "Everyone";
  return conditions
    .map((condition) => phraseOf(condition, money))
    .map((phrase) => (phrase ? `${phrase.link} ${phrase.text}` : "…"))
    .join(" and ");
}

function ActionText({ type, templateId, task }: Values["action"]) {
  const { data: templates } = useRead("templates.list", {});
  const template = templates?.find(({ id }) => id === templateId)?.name;
  const what = type === "CREATE_TASK" ? task.what : template;
  return [wordsOf(type), what].filter(Boolean).join(": ");
}

export function EditForm({ automation }: { automation: Automation }) {
  const update = useAct("automations.update").act;
  const reload = useReload("automations.update");
  const money = useMoney();
  const record = useRecordForm<AutomationForm>({
    ...{ schema: loadSchema, values: valuesOf(automation), valuesOf },
    draft: `automation ${automation.id}`,
    version: automation.version,
    onSubmit: async (valid, version) => {
      const body = { ...bodyOf(valid, true), version };
      return (await update({ params: { id: automation.id }, body })).refused;
    },
  });
  const { form, edit, isDirty, refused, restart } = record;
  useFollowing(record, automation, (next) => form.reset(valuesOf(next)));

  function takeTheirs() {
    restart(valuesOf(automation), automation.version);
    reload();
  }

  return (
    <RecordForm
      of={record}
      aria-label="Rule"
      className="grid gap-4 p-4 pb-0 [&_button]:scroll-mb-20 [&_input]:scroll-mb-20"
    >
      <EditNotices edit={edit} fields={fieldsIn(money)} />
      <AutomationFields key={edit.drawn} complete />
      {refused && <Refused refusal={refused} onReload={takeTheirs} />}
      {/* Sticky, so it is always reachable. The fields' scroll margin keeps it off the focused one. */}
      <footer className="sticky bottom-0 z-1 -mx-4 flex items-center justify-end gap-2 rounded-b-lg border-t bg-card px-4 py-3 phone:bottom-[calc(60px+env(safe-area-inset-bottom))]">
        {isDirty && <Badge tone="muted">Unsaved changes</Badge>}
        <SubmitButton data-shortcut="mod+s" className="phone:flex-1">
          Save
        </SubmitButton>
      </footer>
    </RecordForm>
  );
}
