import { ScanLine } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";

const ScanModal = part(() => import("./scan-modal.tsx"), "ScanModal");

type Camera = { BarcodeDetector?: unknown };
const stays = () => () => {};

export function ScanButton() {
  const [isOpen, setOpen] = useState(false);
  const isThere = useSyncExternalStore(
    stays,
    () => (window as Camera).BarcodeDetector !== undefined && navigator.mediaDevices !== undefined,
    () => false,
  );
  if (!isThere) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} {...ScanModal.near}>
        <ScanLine size={16} strokeWidth={1.75} aria-hidden="true" />
        Scan
      </Button>
      {isOpen && <ScanModal onClose={() => setOpen(false)} />}
    </>
  );
}
