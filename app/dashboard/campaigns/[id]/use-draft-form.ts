import { useState } from "react";
import { type FieldValues, useForm, useWatch } from "react-hook-form";
import { useEdit, useFollowing } from "#components/ui/record-form.tsx";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { type Refusal, refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Campaign } from "#lib/contract/campaigns.ts";

/** `at`: only sent when starting. */
type Values = { name: string; templateId: string; where: string; isChosen: boolean; at: string };

const valuesOf = (campaign: Campaign) => ({
  name: campaign.name,
  templateId: campaign.template?.id ?? "",
  where: campaign.where,
  isChosen: campaign.chosen !== null,
});
const SAVED = ["name", "templateId", "where", "isChosen"] as const;

/** A new draft begins with the segment `where`. */
export function useDraftForm(campaign: Campaign | null, where: string) {
  const [base, setBase] = useState<Omit<Values, "at">>(() =>
    campaign ? valuesOf(campaign) : { name: "", templateId: "", where, isChosen: false },
  );
  const form = useForm<FieldValues, unknown, Values>({ defaultValues: { ...base, at: "" } });
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

  /** Null on failure. */
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
    const told = refusal("campaigns.update", outcome);
    const isBeside = told !== null && edit.refused(told);
    if (isBeside) setBase(valuesOf(told.theirs as Campaign));
    setRefused(isBeside ? null : told);
    if (!outcome.ok) return null;
    setBase(sent);
    // The draft then contains only later changes.
    form.reset(sent);
    edit.saved();
    return { id: campaign.id, version: edit.version === undefined ? undefined : edit.version + 1 };
  }

  const set = <F extends keyof Values>(field: F, value: Values[F]) =>
    form.setValue(field as string, value, { shouldDirty: true });
  return { form, values, set, edit, save, refused, isDirty, pending: create.pending || update.pending };
}
