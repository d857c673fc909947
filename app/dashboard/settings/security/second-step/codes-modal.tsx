import { RecoveryCodes } from "#components/second-step/recovery-codes.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";

export function CodesModal({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Modal title="Your recovery codes" onClose={onClose} className="max-w-md!">
      <div className="px-5 pb-5">
        <RecoveryCodes codes={codes} />
      </div>
      <footer className="flex justify-end gap-2 border-t px-5 py-3 phone:mt-auto phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
        <Button variant="primary" onClick={onClose}>
          I’ve saved my codes
        </Button>
      </footer>
    </Modal>
  );
}
