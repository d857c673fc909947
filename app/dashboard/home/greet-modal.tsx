import { useWatch } from "react-hook-form";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { useTemplates } from "#lib/api/use-templates.ts";
import { type GreetForm, greetForm } from "#lib/contract/today.ts";
import type { YearlyKey } from "#lib/contract/yearly-fields.ts";

type Props = { kind: YearlyKey; id: string; name: string; onClose: () => void };

export function GreetModal({ kind, id, name, onClose }: Props) {
  const { act } = useAct("today.greet", { quiet: true });
  const { data: templates } = useTemplates("EMAIL");
  if (!templates) return <Loading />;
  const fits = templates.find((template) => template.name.toLowerCase().includes(kind));

  async function send(body: GreetForm) {
    return (await act({ body })).refused;
  }

  return (
    <FormModal<GreetForm>
      title={`Greet ${name}`}
      schema={greetForm}
      values={{ kind, id, templateId: fits?.id ?? "" }}
      submitLabel="Send"
      pendingLabel="Sending…"
      onSubmit={send}
      onClose={onClose}
    >
      <SelectField
        name="templateId"
        label="Template"
        required
        className="md:col-span-2"
        options={templates.map(({ id, name }) => ({ value: id, label: name || "No name" }))}
        help={
          templates.length === 0 ? (
            <>
              There is no template yet.{" "}
              <PrefetchLink href="/dashboard/templates/edit/0" className="link">
                Write one
              </PrefetchLink>
            </>
          ) : undefined
        }
      />
      <Preview />
    </FormModal>
  );
}

function Preview() {
  const id: string = useWatch({ name: "templateId" });
  const { data } = useRead("templates.get", id ? { params: { id } } : null);
  if (!data) return null;
  return (
    <figure
      aria-label="Preview"
      className="grid gap-1 rounded-md border bg-background px-3 py-2.5 md:col-span-2"
    >
      <figcaption className="wrap-anywhere font-medium">{data.subject || "No subject"}</figcaption>
      <p className="wrap-anywhere line-clamp-6 whitespace-pre-line text-muted-foreground text-sm">
        {data.content}
      </p>
    </figure>
  );
}
