"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "#lib/api/call.ts";
import { failureText, listFailure } from "#lib/api/messages.ts";
import { useCan } from "#lib/api/use-can.ts";
import type { ListName } from "#lib/contract/contract.ts";
import { notify } from "#lib/notifications.ts";
import { plural } from "#lib/text.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import type { ExportWatch } from "./export-rows.ts";

/**
 * One export at a time. `run` saves the file; `count` is what it has read so far, null while none runs. Its end, good
 * or bad, is told in a toast, and it does not outlive the screen.
 */
export function useExport(list: ListName, one: string, run: (watch: ExportWatch) => Promise<number | null>) {
  const can = useCan();
  const [count, setCount] = useState<number | null>(null);
  const stopping = useRef<AbortController>(null);
  const stop = useCallback(() => stopping.current?.abort(), []);
  useEffect(() => stop, [stop]);

  async function start() {
    if (count !== null) return;
    stopping.current = new AbortController();
    setCount(0);
    try {
      // The host decides who may take a whole list along.
      if (can("organization.export")) {
        await call("organization.export", { body: { list: list === "sales.list" ? "sales" : "contacts" } });
      }
      const saved = await run({ onRead: setCount, signal: stopping.current.signal });
      if (saved !== null) notify({ type: "success", message: `${plural(saved, one)} exported` });
    } catch (error) {
      const caught = error instanceof Error ? error : new Error(UNEXPECTED);
      notify({ type: "error", message: failureText(listFailure(list), caught) });
    }
    setCount(null);
  }

  return { count, start, stop };
}
