import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { FieldFrame } from "#components/ui/field-parts.tsx";
import { Modal } from "#components/ui/modal.tsx";

type Props = { title: string; description: string; link: string; onClose: () => void };

export function LinkModal({ title, description, link, onClose }: Props) {
  return (
    <Modal title={title} description={description} onClose={onClose}>
      <FieldFrame label="Link" className="px-5 pb-5">
        {(control) => (
          <input
            {...control}
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
            className="field"
          />
        )}
      </FieldFrame>
      <footer className="flex justify-end gap-2 border-t px-5 py-3 phone:mt-auto phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
        <CopyButton text={link} label="Copy link" />
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </Modal>
  );
}

type InvitationProps = { name: string; link: string; onClose: () => void };

export function InvitationLink({ name, link, onClose }: InvitationProps) {
  return (
    <LinkModal
      title={`Invitation for ${name}`}
      description="No email was sent. Share this link yourself. It works for 7 days."
      link={link}
      onClose={onClose}
    />
  );
}
