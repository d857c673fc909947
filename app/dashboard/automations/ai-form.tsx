import { Modal } from "#components/ui/modal.tsx";

/** SPEC.md: it exists, but Add doesn't open it; only its address does. */
export function AiForm({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Modal side title="Describe an automation" onClose={onClose}>
      <iframe
        src={url}
        title="AI form"
        sandbox="allow-forms allow-popups allow-same-origin allow-scripts"
        className="min-h-0 w-full flex-1 border-t"
      />
    </Modal>
  );
}
