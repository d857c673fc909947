import { Button, buttonClass } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Modal } from "#components/ui/modal.tsx";

export function IntegrationDialog({ href, onClose }: { href: string; onClose: () => void }) {
  return (
    <Modal
      title="Email Integration Needed"
      description="You need to set up your email integration inside of Settings"
      onClose={onClose}
      className="max-w-md! phone:inset-x-4! phone:top-1/4! phone:bottom-auto! phone:w-auto! phone:rounded-xl!"
    >
      <footer className="flex justify-end gap-2 px-5 pt-2 pb-5">
        <Button onClick={onClose}>Not now</Button>
        <Link href={href} onClick={onClose} data-autofocus className={buttonClass({ variant: "primary" })}>
          Go
        </Link>
      </footer>
    </Modal>
  );
}
