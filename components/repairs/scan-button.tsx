import { ScanLine } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";

const ScanModal = part(() => import("./scan-modal.tsx"), "ScanModal");

export function ScanButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} {...ScanModal.near} className="phone:w-11 phone:px-0!">
        <ScanLine size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="phone:sr-only">Scan</span>
      </Button>
      {isOpen && <ScanModal onClose={() => setOpen(false)} />}
    </>
  );
}
