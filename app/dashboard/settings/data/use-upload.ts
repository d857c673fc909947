import { useRef, useState } from "react";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { act, answerOf } from "#lib/api/act.ts";
import { ApiError } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import { type ImportKind, MOST_BYTES, PART_BYTES } from "#lib/contract/import-terms.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";

export type Sending = { name: string; done: number; total: number };
type Wanted = { kind?: ImportKind | null; savedId?: string };

export function useUpload(wanted: Wanted, onSent: (id: string) => void) {
  const [problem, setProblem] = useState("");
  const [sending, setSending] = useState<Sending | null>(null);
  const { act: create } = useAct("imports.create", { quiet: true });
  const isBusy = useRef(false);
  useUnsaved(sending !== null);

  async function send(file: File) {
    if (isBusy.current) return;
    if (file.size === 0) return setProblem("This file is empty.");
    if (file.size > MOST_BYTES)
      return setProblem("This file is larger than 30 MB. Split it into several files.");
    isBusy.current = true;
    setProblem("");
    try {
      const { name, size } = file;
      const made = answerOf<"imports.create">(
        await create({ body: { name: name.slice(0, 200), bytes: size, ...wanted } }),
      );
      if (!made) throw new ApiError(500, UNEXPECTED);
      const total = Math.ceil(size / PART_BYTES);
      for (let part = 0; part < total; part++) {
        setSending({ name, done: part, total });
        const data = await base64Of(file.slice(part * PART_BYTES, (part + 1) * PART_BYTES));
        const sent = () => act("imports.upload", { params: { id: made.id }, body: { part, data } });
        const first = await sent();
        // Once after a lost connection. The host accepts a repeated part.
        if (!first.ok) answerOf(await sent());
      }
      onSent(made.id);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : "This file could not be read.");
    }
    isBusy.current = false;
    setSending(null);
  }

  return { send, sending, problem };
}

async function base64Of(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let text = "";
  // A call has a maximum number of arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
