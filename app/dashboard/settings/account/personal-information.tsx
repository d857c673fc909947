"use client";
import { useMe } from "#components/shell/use-me.ts";
import { FormCard } from "#components/ui/form-card.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { UserForm } from "#lib/contract/users.ts";
import { capitalize } from "#lib/text.ts";
import { whenIdle } from "#lib/when-idle.ts";

const loadSchema = whenIdle(async () => (await import("#lib/contract/users.ts")).userForm);

export function PersonalInformation() {
  const { data: me } = useMe();
  const { act } = useAct("users.update");
  const save = async (body: UserForm) => refusal("users.update", await act({ body }));
  return (
    <FormCard
      title="Personal Information"
      description={
        <>
          {me?.email && <p className="break-words">{me.email}</p>}
          {me?.role && <p>{capitalize(me.role.toLowerCase())}</p>}
        </>
      }
      schema={loadSchema}
      values={{ firstName: me?.firstName ?? "", lastName: me?.lastName ?? "" }}
      draft="personal information"
      submitLabel="Save"
      onSubmit={save}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="firstName" label="First name" required autoComplete="given-name" />
        <TextField name="lastName" label="Last name" required autoComplete="family-name" />
      </div>
    </FormCard>
  );
}
