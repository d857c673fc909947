import { ChoiceField } from "#components/ui/choice-field.tsx";
import { EmailField, TextField } from "#components/ui/field.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { InviteForm } from "#lib/contract/users.ts";

export type Invitation = { name: string; link: string };

export const nobody = { firstName: "", lastName: "", email: "", role: null };

export function useInvite(onLink: (invitation: Invitation) => void) {
  const { act } = useAct("team.invite");
  return async (body: InviteForm) => {
    const outcome = await act({ body });
    if (outcome.ok && outcome.answer?.link && !outcome.answer.mailed) {
      onLink({ name: body.firstName, link: outcome.answer.link });
    }
    return outcome.refused;
  };
}

export const roles = [
  { value: "ADMIN", label: "Admin", meaning: "Can edit all records and manage the team." },
  { value: "USER", label: "User", meaning: "Can edit all records." },
];

export function InviteFields() {
  return (
    <>
      <TextField name="firstName" label="First name" required autoComplete="off" />
      <TextField name="lastName" label="Last name" required autoComplete="off" />
      <EmailField
        autoComplete="off"
        help="If someone lost their invitation, invite the same address again."
        className="md:col-span-2"
      />
      <ChoiceField name="role" label="Role" required choices={roles} className="md:col-span-2" />
    </>
  );
}
