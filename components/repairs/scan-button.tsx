import { ScanLine } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { useBrowserValue } from "#components/ui/use-store.ts";

const ScanModal = part(() => import("./scan-modal.tsx"), "ScanModal");

type Camera = { BarcodeDetector?: unknown };

export function ScanButton() {
  const [isOpen, setOpen] = useState(false);
  const isThere = useBrowserValue(
    () => (window as Camera).BarcodeDetector !== undefined && navigator.mediaDevices !== undefined,
    false,
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
