import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { pathOfCode } from "#components/shell/scanner.ts";
import { Modal } from "#components/ui/modal.tsx";

type Detector = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type Camera = { BarcodeDetector?: new (options: { formats: string[] }) => Detector };

const EVERY_MS = 250;
const NO_CAMERA = "The camera isn’t available. Allow it in your browser, or search for the ticket number.";
const OTHER = "This isn’t a code of your store’s labels or slips.";

type Props = { onClose: () => void };

export function ScanModal({ onClose }: Props) {
  return (
    <Modal title="Scan a label or slip" onClose={onClose}>
      <Viewfinder onClose={onClose} />
    </Modal>
  );
}

function Viewfinder({ onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState("");
  const router = useRouter();
  const found = useRef((_code: string) => {});
  found.current = (code) => {
    const path = pathOfCode(code);
    if (!path) return setProblem(OTHER);
    onClose();
    router.push(path);
  };
  useEffect(
    () =>
      watchCamera(
        video.current,
        (code) => found.current(code),
        () => setProblem(NO_CAMERA),
      ),
    [],
  );
  return (
    <div className="grid gap-3 px-5 pt-1 pb-5">
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

function watchCamera(video: HTMLVideoElement | null, onCode: (code: string) => void, onFailure: () => void) {
  const { BarcodeDetector } = window as Camera;
  if (!video || !BarcodeDetector) return;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  let stream: MediaStream | undefined;
  let isOver = false;
  const look = async () => {
    const [code] = await detector.detect(video).catch(() => []);
    if (code && !isOver) onCode(code.rawValue);
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
    .catch(() => isOver || onFailure());
  return end;
}
