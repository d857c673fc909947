import { useEffect, useState } from "react";

const ASKED_MS = 60_000;
const PHONE = "(pointer: coarse)";

/** True for a minute after a phone's person left with `leave` and came back. */
export function useCameBack() {
  const [state, setState] = useState<"here" | "away" | "back">("here");
  useEffect(() => {
    if (state === "here") return;
    const timer = state === "back" ? setTimeout(() => setState("here"), ASKED_MS) : undefined;
    const look = () => document.visibilityState === "visible" && state === "away" && setState("back");
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [state]);
  return {
    isBack: state === "back",
    leave: () => matchMedia(PHONE).matches && setState("away"),
    stay: () => setState("here"),
  };
}
