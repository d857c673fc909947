import { FormModal } from "#components/ui/form-modal.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { type AutomationForm, automationForm } from "#lib/contract/automations.ts";
import { AutomationFields } from "./fields.tsx";
import { bodyOf, type Values } from "./form.ts";

type Props = { values: Values; complete: boolean; onCreated: (name: string) => void; onClose: () => void };

export function CreatePanel({ values, complete, onCreated, onClose }: Props) {
  const create = useAct("automations.create").act;

  async function save(form: AutomationForm) {
    const outcome = await create({
      body: { ...bodyOf(form, complete && Boolean(form.segment)), ...(complete && { start: false }) },
    });
    if (outcome.ok) onCreated(form.name);
    return outcome.refused;
  }

  return (
    <FormModal
      side
      title="Create Automation"
      schema={automationForm}
      values={values}
      draft="automation"
      submitLabel="Create"
      pendingLabel="Creating..."
      onSubmit={save}
      onClose={onClose}
    >
      <AutomationFields complete={complete} />
    </FormModal>
  );
}
