import { useEffect, useState } from "react";
import { QrCode } from "#components/qr-code.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { PHOTO_LINK_MINUTES } from "#lib/contract/file-terms.ts";
import { plural } from "#lib/text.ts";
import type { PhoneLink } from "./use-draft-photos.ts";

type Props = { link: PhoneLink; count: number; onRenew: () => void; onClose: () => void };

export function PhoneModal({ link, count, onRenew, onClose }: Props) {
  const [ended, setEnded] = useState(0);
  const { token, until } = link;
  const isOver = ended === until;
  useEffect(() => {
    const timer = setTimeout(() => setEnded(until), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <Modal title="Take photos with your phone" onClose={onClose} className="max-w-100!">
      <div className="grid justify-items-center gap-3 px-5 pb-5 text-center">
        {isOver ? (
          <>
            <p className="py-10">This code has expired.</p>
            <Button onClick={onRenew}>Show a new code</Button>
          </>
        ) : (
          <>
            <QrCode
              text={`${window.location.origin}/p/${token}`}
              label="QR code of the page for photos"
              className="size-56 rounded-md"
            />
            <p>
              <b className="block font-medium">Scan with your phone</b>
              <span className="text-muted-foreground">
                Each photo appears here at once. The code works for {PHOTO_LINK_MINUTES} minutes, for this
                repair only.
              </span>
            </p>
          </>
        )}
        <p role="status" className="font-medium tabular-nums empty:hidden">
          {count > 0 ? `${plural(count, "photo")} here` : ""}
        </p>
      </div>
      <footer className="flex justify-end border-t px-5 py-3">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </Modal>
  );
}
