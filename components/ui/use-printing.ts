import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useMedia } from "./use-media.ts";

/** Firefox prints a copy of the page, and announces it only by the event. */
export function usePrinting(): boolean {
  const paper = useMedia("print");
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setAsked(true));
    const end = () => setAsked(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return paper || asked;
}
