import { FormModal } from "#components/ui/form-modal.tsx";
import { inviteForm } from "#lib/contract/users.ts";
import { type Invitation, InviteFields, nobody, useInvite } from "./invite-fields.tsx";

type Props = { onInvited: (invitation: Invitation) => void; onClose: () => void };

export function InviteModal({ onInvited, onClose }: Props) {
  const invite = useInvite(onInvited);
  return (
    <FormModal
      title="Add member"
      schema={inviteForm}
      values={nobody}
      draft="member"
      submitLabel="Invite"
      pendingLabel="Inviting…"
      onSubmit={invite}
      onClose={onClose}
    >
      <InviteFields />
    </FormModal>
  );
}
