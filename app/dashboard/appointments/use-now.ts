"use client";
import { useEffect, useState } from "react";

const MINUTE = 60_000;
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/** The current minute (ms), which goes on; a laptop that slept catches up as soon as it is looked at. */
export function useNow(): number {
  const [now, setNow] = useState(thisMinute);
  useEffect(() => {
    const update = () => setNow(thisMinute());
    const timer = setInterval(update, 5000);
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return now;
}
