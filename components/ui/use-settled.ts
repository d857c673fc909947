import { useEffect, useState } from "react";

/** What has been typed once no key came for 300 ms; `settle` does not wait for another. */
export function useSettled(text: string): [settled: string, settle: () => void] {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return [settled, () => setSettled(text)];
}
