import { useState } from "react";
import { useMay } from "./shell/use-me.ts";
import { Button } from "./ui/button.tsx";
import { part } from "./ui/part.tsx";

const HistoryModal = part(() => import("./history-modal.tsx"), "HistoryModal");

export function HistoryButton({ id, name, className }: { id: string; name: string; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay()("history.ofRecord")) return null;
  return (
    <>
      <Button
        icon="rotate-ccw-clock"
        onClick={() => setOpen(true)}
        {...HistoryModal.near}
        className={className}
      >
        History
      </Button>
      {isOpen && <HistoryModal id={id} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
