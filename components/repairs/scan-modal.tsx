import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { NO_TICKET, pathOfCode, ticketOf } from "#components/shell/scanner.ts";
import { Button } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { readTicketNumber } from "#lib/contract/repair-terms.ts";

type Detector = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type Camera = { BarcodeDetector?: new (options: { formats: string[] }) => Detector };

const EVERY_MS = 250;
const NO_CAMERA = "The camera isn’t available. Allow it in your browser, or type the ticket number.";
const NO_READER = "This browser can’t read codes. Type the ticket number.";
const OTHER = "This isn’t a code of your store’s labels or slips.";

type Props = { onClose: () => void };

export function ScanModal({ onClose }: Props) {
  const hasCamera = (window as Camera).BarcodeDetector !== undefined && navigator.mediaDevices !== undefined;
  return (
    <Modal title="Scan a label or slip" onClose={onClose}>
      <div className="grid gap-4 px-5 pt-1 pb-5">
        {hasCamera && <Viewfinder onClose={onClose} />}
        <TypedNumber onClose={onClose} />
      </div>
    </Modal>
  );
}

function TypedNumber({ onClose }: Props) {
  const router = useRouter();
  const box = useId();
  const [isWrong, setWrong] = useState(false);
  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const number = readTicketNumber(String(new FormData(event.currentTarget).get("number")));
    if (number === null) return setWrong(true);
    onClose();
    router.push(`/dashboard/repairs/${number}`);
  }
  return (
    <form onSubmit={open} className="grid gap-1.5">
      <label htmlFor={box} className="font-medium text-sm">
        Type the number
      </label>
      <span className="flex gap-2">
        <input id={box} name="number" autoComplete="off" maxLength={20} className="field min-w-0 flex-1" />
        <Button type="submit">Open</Button>
      </span>
      {isWrong && <FailureLine>Ticket numbers look like R-1042.</FailureLine>}
    </form>
  );
}

function Viewfinder({ onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState("");
  const router = useRouter();
  const found = useRef(async (_code: string) => {});
  found.current = async (code) => {
    const path = pathOfCode(code);
    if (!path) return setProblem(OTHER);
    const ticket = await ticketOf(path);
    if (!video.current) return;
    if (!ticket) return setProblem(NO_TICKET);
    onClose();
    router.push(ticket);
  };
  useEffect(() => watchCamera(video.current, (code) => found.current(code), setProblem), []);
  return (
    <div className="grid gap-3">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        className="aspect-4/3 w-full rounded-md bg-muted object-cover"
      />
      <p role={problem ? "alert" : undefined} className={problem ? "text-warning" : "text-muted-foreground"}>
        {problem || "Point the camera at the code."}
      </p>
    </div>
  );
}

function watchCamera(
  video: HTMLVideoElement | null,
  onCode: (code: string) => Promise<void>,
  onFailure: (problem: string) => void,
) {
  const { BarcodeDetector } = window as Camera;
  if (!video || !BarcodeDetector) return;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  let stream: MediaStream | undefined;
  let isOver = false;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    const [code] = await detector.detect(video).catch((error) => {
      // Other errors pass: the video has no picture yet.
      if (error?.name === "NotSupportedError" && !isOver) onFailure(NO_READER);
      return [];
    });
    if (code && !isOver) await onCode(code.rawValue);
    isLooking = false;
  };
  const timer = setInterval(look, EVERY_MS);
  const end = () => {
    isOver = true;
    clearInterval(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  navigator.mediaDevices
    .getUserMedia({ video: { facingMode: "environment" } })
    .then((opened) => {
      stream = opened;
      if (isOver) return end();
      video.srcObject = opened;
      return video.play();
    })
    .catch(() => isOver || onFailure(NO_CAMERA));
  return end;
}
