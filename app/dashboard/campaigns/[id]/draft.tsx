import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  type FieldErrors,
  type FieldValues,
  FormProvider,
  useController,
  useForm,
  useFormContext,
  useWatch,
} from "react-hook-form";
import { HistoryButton } from "#components/history-button.tsx";
import { NoMail } from "#components/no-mail.tsx";
import { parseSegment } from "#components/segment/filter.ts";
import { useNames } from "#components/segment/use-names.ts";
import { sentenceOf } from "#components/segment/words.ts";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { type Compared, EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { Field, TextField } from "#components/ui/field.tsx";
import { useEdit, useFollowing } from "#components/ui/record-form.tsx";
import { Select } from "#components/ui/select.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { useUndoDelete } from "#components/use-restore.ts";
import type { Refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { useTemplates } from "#lib/api/use-templates.ts";
import type { Campaign } from "#lib/contract/campaigns.ts";
import { formatClock } from "#lib/dates.ts";
import { notify } from "#lib/notifications.ts";
import { Preview } from "../../templates/edit/preview.tsx";
import { Audience } from "./audience.tsx";

type Props = { campaign: Campaign | null; onLeaving?: (isLeaving: boolean) => void };

export function Draft({ campaign, onLeaving }: Props) {
  const [given] = useUrlState("where");
  const draft = useDraftForm(campaign, campaign?.where ?? (given || "[]"));
  const { form, edit, values, refused, isDirty, pending } = draft;
  const { where, isChosen } = values;
  const recipients = isChosen && campaign ? { campaignId: campaign.id } : { where };
  const outlook = useRead("campaigns.outlook", { query: { ...recipients, show: "reached" } });
  const [previewed, setPreviewed] = useState<{ id: string; name: string }>();
  const { keep, send, drop, isSending } = useDraftActions({ campaign, onLeaving, draft, outlook });
  const fields = useComparedFields();
  const title = values.name || "New campaign";
  const isAlive = useHydrated();
  const [first] = outlook.data?.contacts ?? [];
  return (
    <FormProvider {...form}>
      <div inert={!isAlive} className="grid gap-4">
        <ScreenTitle>{title}</ScreenTitle>
        <header className="flex flex-wrap items-center gap-2">
          <h1 className="wrap-anywhere min-w-0 flex-1 phone:basis-full">{title}</h1>
          {campaign && <HistoryButton id={campaign.id} name={campaign.name} className="phone:flex-1" />}
          {campaign && (
            <Button onClick={drop} className="phone:flex-1">
              Delete
            </Button>
          )}
          <Button
            onClick={keep}
            busy={pending}
            aria-disabled={(campaign && !isDirty) || undefined}
            data-shortcut="mod+s"
            className="phone:flex-1"
          >
            Save
          </Button>
        </header>
        <EditNotices edit={edit} fields={fields} />
        {refused && <Refused refusal={refused} onReload={() => location.reload()} />}
        <div className="grid items-start gap-4 min-[62.5rem]:grid-cols-[minmax(0,1fr)_minmax(0,26.25rem)]">
          <div className="grid min-w-0 gap-4">
            <section aria-label="Name and template" className="card min-w-0 grid gap-4 p-4">
              <TextField name="name" label="Name" maxLength={100} />
              <TemplateField />
            </section>
            <Audience campaign={campaign} recipients={recipients} onPreview={setPreviewed} />
          </div>
          <div className="grid min-w-0 gap-4">
            <section aria-labelledby="when" className="card min-w-0 grid gap-3 p-4">
              <h2 id="when">When</h2>
              <StartTime />
              <NoMail />
              <Button
                variant="primary"
                onClick={send}
                busy={isSending}
                aria-disabled={outlook.isLoading || undefined}
              >
                {values.at ? "Schedule" : "Send now"}
              </Button>
            </section>
            <section aria-label="Preview" className="card min-w-0 pt-2">
              <TemplatePreview
                id={values.templateId}
                recipient={previewed ?? (first && { id: first.id, name: first.name || first.email })}
              />
            </section>
          </div>
        </div>
      </div>
    </FormProvider>
  );
}

function TemplateField() {
  const { field } = useController({ name: "templateId" });
  const { data: templates = [] } = useTemplates("EMAIL");
  return (
    <Field name="templateId" label="Template">
      {(control) => (
        <Select
          {...control}
          {...field}
          placeholder="Choose a template"
          options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </Field>
  );
}

function StartTime() {
  const { setValue } = useFormContext();
  const at: string = useWatch({ name: "at" });
  const { data: timezone } = useRead("organization.timezone", {});
  const { data: limits } = useRead("organization.mailLimits", {});
  return (
    <>
      <label className="grid gap-1.5">
        <span className="font-medium text-sm">Start time</span>
        <input
          type="datetime-local"
          className="field"
          value={at}
          onChange={({ target }) => setValue("at", target.value.slice(0, 16), { shouldDirty: true })}
        />
      </label>
      <p className="text-muted-foreground text-sm">
        {at ? `Time of ${timezone ?? "the store"}.` : "Leave empty to send right away."} Everyone gets the
        template as it is when the campaign starts.
      </p>
      {limits?.isQuiet && (
        <p className="text-muted-foreground text-sm">
          Quiet hours: emails don’t leave from {formatClock(limits.quietFrom)} to{" "}
          {formatClock(limits.quietTo)}. They wait.
        </p>
      )}
    </>
  );
}

type PreviewProps = { id: string; recipient: { id: string; name: string } | undefined };

function TemplatePreview({ id, recipient }: PreviewProps) {
  const { data: placeholders } = useRead("templates.placeholders", {});
  const { data: template } = useRead("templates.get", id ? { params: { id } } : null);
  if (!template)
    return <p className="px-4 pt-2 pb-4 text-muted-foreground">Choose a template to preview it.</p>;
  return (
    <Preview text={template} placeholders={placeholders} check={async () => true} shownContact={recipient} />
  );
}

function useComparedFields(): Compared[] {
  const { data: templates = [] } = useTemplates("EMAIL");
  const names = useNames();
  return [
    { name: "name", label: "Name" },
    {
      name: "templateId",
      label: "Template",
      text: (id: string) => templates.find((one) => one.id === id)?.name,
    },
    {
      name: "isChosen",
      label: "Recipients",
      text: (is: boolean) => (is ? "Selected contacts" : "A segment"),
    },
    {
      name: "where",
      label: "Segment",
      text: (text: string) => sentenceOf(parseSegment(text), names) || "Everyone",
    },
  ];
}

type Outlook = { data?: { reached: number | null } | undefined; isLoading: boolean };
type ActionsProps = Props & { draft: ReturnType<typeof useDraftForm>; outlook: Outlook };

function useDraftActions({ campaign, onLeaving, draft, outlook }: ActionsProps) {
  const { form, values, edit, save } = draft;
  const router = useRouter();
  const { data: timezone } = useRead("organization.timezone", {});
  const schedule = useAct("campaigns.schedule");
  const undo = useUndoDelete();
  const remove = useAct("campaigns.delete", { undo });
  const busy = draft.pending || schedule.pending || remove.pending;
  const isValid = (...names: string[]) => form.trigger(names, { shouldFocus: true });

  async function keep() {
    if (busy || !(await isValid("name"))) return;
    const saved = await save();
    if (saved && !campaign) router.replace(`/dashboard/campaigns/${saved.id}`);
  }

  async function send() {
    if (busy || outlook.isLoading || !(await isValid("name", "templateId"))) return;
    const { at } = values;
    const people = (outlook.data?.reached ?? 0).toLocaleString("en-US");
    const question = at
      ? {
          title: "Schedule it?",
          text: `It starts at ${at.replace("T", " ")} (${timezone ?? ""}).`,
          verb: "Schedule",
        }
      : { title: `Send to ${people}?`, text: "It starts now. It can be paused and stopped.", verb: "Send" };
    if (!(await confirm(question))) return;
    const saved = await save();
    if (!saved) return;
    const { id, version } = saved;
    const { ok } = await schedule.act({ params: { id }, body: { at: at || null, version } });
    if (ok) edit.end();
    if (ok) notify({ type: "success", message: at ? "Campaign scheduled" : "Campaign started" });
    if (ok || !campaign) router.replace(`/dashboard/campaigns/${id}`);
  }

  async function drop() {
    if (!campaign || busy) return;
    const text = "No one has received it.";
    if (!(await confirm({ title: `Delete ${campaign.name}?`, text, verb: "Delete" }))) return;
    onLeaving?.(true);
    const { ok } = await remove.act({ params: { id: campaign.id } });
    if (ok) router.replace("/dashboard/campaigns");
    else onLeaving?.(false);
  }

  return { keep, send, drop, isSending: schedule.pending };
}

/** `at`: only sent when starting. */
type Values = { name: string; templateId: string; where: string; isChosen: boolean; at: string };

function check(values: Values) {
  const errors: FieldErrors<Values> = {
    ...(!values.name.trim() && { name: { type: "required", message: "A name is required" } }),
    ...(!values.templateId && { templateId: { type: "required", message: "A template is required" } }),
  };
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
}

const valuesOf = (campaign: Campaign) => ({
  name: campaign.name,
  templateId: campaign.template?.id ?? "",
  where: campaign.where,
  isChosen: campaign.chosen !== null,
});
const SAVED = ["name", "templateId", "where", "isChosen"] as const;

function useDraftForm(campaign: Campaign | null, where: string) {
  const [base, setBase] = useState<Omit<Values, "at">>(() =>
    campaign ? valuesOf(campaign) : { name: "", templateId: "", where, isChosen: false },
  );
  const form = useForm<FieldValues, unknown, Values>({
    mode: "onChange",
    resolver: (values) => check(values as Values),
    defaultValues: { ...base, at: "" },
  });
  const values = useWatch({ control: form.control }) as Values;
  const isDirty = SAVED.some((field) => values[field] !== base[field]);
  const create = useAct("campaigns.create");
  const update = useAct("campaigns.update", { quiet: true });
  const [refused, setRefused] = useState<Refusal | null>(null);

  const name = campaign ? `campaign ${campaign.id}` : `campaign new ${where}`;
  const edit = useEdit(form, { name, version: campaign?.version, valuesOf });
  useUnsaved(isDirty, edit.draft.end);
  // Ignores optimistic changes, which have no template yet.
  const key = campaign?.updatedAt;
  useFollowing({ edit, isDirty }, campaign ?? undefined, take, key);

  function take(next: Campaign) {
    setBase(valuesOf(next));
    form.reset({ ...form.getValues(), ...valuesOf(next) });
  }

  async function save(): Promise<{ id: string; version: number | undefined } | null> {
    setRefused(null);
    const sent = form.getValues() as Values;
    const { name, templateId, where, isChosen } = sent;
    const body = { name, templateId: templateId || null, where, isChosen };
    if (!campaign) {
      const outcome = await create.act({ body });
      if (!outcome.ok || !outcome.answer) return null;
      setBase(sent);
      edit.end();
      return { id: outcome.answer.id, version: undefined };
    }
    if (!isDirty) return { id: campaign.id, version: edit.version };
    const outcome = await update.act({
      params: { id: campaign.id },
      body: { ...body, version: edit.version },
    });
    const refusal = outcome.refused;
    const isConflict = refusal !== null && edit.refused(refusal);
    if (isConflict) setBase(valuesOf(refusal.theirs as Campaign));
    setRefused(isConflict ? null : refusal);
    if (!outcome.ok) return null;
    setBase(sent);
    form.reset(sent);
    edit.saved();
    return { id: campaign.id, version: edit.version === undefined ? undefined : edit.version + 1 };
  }

  return { form, values, edit, save, refused, isDirty, pending: create.pending || update.pending };
}
