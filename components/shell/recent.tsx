import { Modal } from "#components/ui/modal.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { notifications, titles } from "#lib/notifications.ts";

export function RecentNotifications({ onClose }: { onClose: () => void }) {
  const { recent } = useStore(notifications);
  return (
    <Modal title="Recent notifications" onClose={onClose} className="max-w-md!">
      <ul className="relative overflow-y-auto px-5 pb-5">
        {recent.length === 0 && <li className="text-muted-foreground">Nothing yet.</li>}
        {recent.map(({ id, type, message }) => (
          <li key={id} className="border-b py-2.5 last:border-0">
            <p className="font-semibold">{titles[type]}</p>
            <p className="text-muted-foreground">{message}</p>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
