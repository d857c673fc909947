"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { HistoryButton } from "#components/history-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";
import { Select } from "#components/ui/select.tsx";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { useUndoDelete } from "#components/use-restore.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Campaign } from "#lib/contract/campaigns.ts";
import { Preview } from "../../templates/edit/preview.tsx";
import { Audience } from "./audience.tsx";

const card = "min-w-0 rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0";

type Props = { campaign: Campaign | null; onLeaving?: (isLeaving: boolean) => void };

/** What goes to whom and when, until it starts. A new one may begin with the segment of the address. */
export function Draft({ campaign, onLeaving }: Props) {
  const router = useRouter();
  const [given] = useUrlState("where");
  const [name, setName] = useState(campaign?.name ?? "");
  const [templateId, setTemplateId] = useState(campaign?.template?.id ?? "");
  const [where, setWhere] = useState(campaign?.where ?? (given || "[]"));
  const [isChosen, setChosen] = useState(campaign?.chosen != null);
  const [saved, setSaved] = useState({ name, templateId, where, isChosen });
  const [at, setAt] = useState("");
  const [previewed, setPreviewed] = useState<{ id: string; name: string }>();
  const { data: timezone } = useRead("organization.timezone", {});
  const { data: templates = [] } = useRead("templates.list", {});
  const { data: placeholders } = useRead("templates.placeholders", {});
  const { data: template } = useRead("templates.get", templateId ? { params: { id: templateId } } : null);
  const whom = isChosen && campaign ? { campaignId: campaign.id } : { where };
  const { data: outlook, isLoading } = useRead("campaigns.outlook", { query: { ...whom, show: "reached" } });
  const [asked, setAsked] = useState<"saved" | "sent">();
  const wrongName = asked && !name.trim() ? "A name is required" : undefined;
  const wrongTemplate = asked === "sent" && !templateId ? "Choose what it sends" : undefined;
  const create = useAct("campaigns.create");
  const update = useAct("campaigns.update");
  const schedule = useAct("campaigns.schedule");
  const undo = useUndoDelete();
  const remove = useAct("campaigns.delete", { undo });
  const isDirty =
    name !== saved.name ||
    templateId !== saved.templateId ||
    where !== saved.where ||
    isChosen !== saved.isChosen;
  useUnsaved(isDirty);
  const busy = create.pending || update.pending || schedule.pending || remove.pending;
  const title = name || "New campaign";

  /** The id of what is saved; null where it could not be. */
  async function save(): Promise<string | null> {
    const body = { name, templateId: templateId || null, where, isChosen };
    if (campaign) {
      if (!isDirty) return campaign.id;
      const { ok } = await update.act({
        params: { id: campaign.id },
        body: { ...body, version: campaign.version },
      });
      if (ok) setSaved({ name, templateId, where, isChosen });
      return ok ? campaign.id : null;
    }
    const outcome = await create.act({ body });
    if (!outcome.ok) return null;
    setSaved({ name, templateId, where, isChosen });
    return outcome.answer?.id ?? null;
  }

  async function keep() {
    setAsked("saved");
    if (busy || !name.trim()) return;
    const id = await save();
    if (id && !campaign) router.replace(`/dashboard/campaigns/${id}`);
  }

  async function send() {
    setAsked("sent");
    // How many it is asked about are those of the conditions as they are now.
    if (busy || isLoading || !templateId || !name.trim()) return;
    const people = (outlook?.reached ?? 0).toLocaleString("en-US");
    const question = at
      ? {
          title: "Schedule it?",
          text: `It starts at ${at.replace("T", " ")} (${timezone ?? ""}).`,
          verb: "Schedule",
        }
      : { title: `Send to ${people}?`, text: "It starts now. It can be paused and stopped.", verb: "Send" };
    if (!(await confirm(question))) return;
    const id = await save();
    if (!id) return;
    const { ok } = await schedule.act({ params: { id }, body: { at: at || null } });
    if (ok || !campaign) router.replace(`/dashboard/campaigns/${id}`);
  }

  async function drop() {
    if (!campaign || busy) return;
    const text = "Nobody got anything of it.";
    if (!(await confirm({ title: `Delete ${campaign.name}?`, text, verb: "Delete" }))) return;
    onLeaving?.(true);
    const { ok } = await remove.act({ params: { id: campaign.id } });
    if (ok) router.replace("/dashboard/campaigns");
    else onLeaving?.(false);
  }

  return (
    <div className="grid gap-4">
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
          busy={create.pending || update.pending}
          aria-disabled={(campaign && !isDirty) || undefined}
          data-shortcut="mod+s"
          className="phone:flex-1"
        >
          Save
        </Button>
      </header>
      <div className="grid items-start gap-4 min-[1000px]:grid-cols-[minmax(0,1fr)_minmax(0,420px)]">
        <div className="grid min-w-0 gap-4">
          <section aria-label="What" className={`${card} grid gap-4 p-4`}>
            <label className="grid gap-1.5">
              <span className="font-medium text-sm">Name</span>
              <input
                className="field"
                value={name}
                maxLength={100}
                aria-invalid={wrongName !== undefined}
                aria-describedby={wrongName && "name-error"}
                onChange={(event) => setName(event.target.value)}
              />
              {wrongName && <FieldError id="name-error">{wrongName}</FieldError>}
            </label>
            <div className="grid gap-1.5">
              <span className="font-medium text-sm">Template</span>
              <Select
                label="Template"
                value={templateId}
                placeholder="Choose a template"
                options={templates.map((one) => ({ value: one.id, label: one.name }))}
                aria-invalid={wrongTemplate !== undefined}
                aria-describedby={wrongTemplate && "template-error"}
                onChange={setTemplateId}
              />
              {wrongTemplate && <FieldError id="template-error">{wrongTemplate}</FieldError>}
            </div>
          </section>
          <Audience
            {...{ campaign, where, isChosen, whom }}
            onWhere={setWhere}
            onChosen={setChosen}
            onPreview={setPreviewed}
          />
        </div>
        <div className="grid min-w-0 gap-4">
          <section aria-labelledby="when" className={`${card} grid gap-3 p-4`}>
            <h2 id="when">When</h2>
            <label className="grid gap-1.5">
              <span className="font-medium text-sm">Start, by the store’s clock</span>
              <input
                type="datetime-local"
                className="field"
                value={at}
                onChange={(event) => setAt(event.target.value.slice(0, 16))}
              />
            </label>
            <p className="text-muted-foreground text-sm">
              {at ? `Time of ${timezone ?? "the store"}.` : "Empty: at once."} What the template says at the
              start is what everybody gets.
            </p>
            <Button
              variant="primary"
              onClick={send}
              busy={schedule.pending}
              aria-disabled={isLoading || undefined}
            >
              {at ? "Schedule" : "Send now"}
            </Button>
          </section>
          <section aria-label="Preview" className={`${card} pt-2`}>
            {template ? (
              <Preview
                text={template}
                placeholders={placeholders}
                check={async () => true}
                chosen={previewed ?? first(outlook)}
              />
            ) : (
              <p className="px-4 pt-2 pb-4 text-muted-foreground">Choose a template to see what it says.</p>
            )}
          </section>
        </div>
      </div>
    </div>
  );
}

function first(outlook: { contacts: { id: string; name: string; email: string }[] } | undefined) {
  const [one] = outlook?.contacts ?? [];
  return one && { id: one.id, name: one.name || one.email };
}
