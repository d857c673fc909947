import { useEffect, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { isSame, type Start } from "./template-text.ts";

/**
 * Keeps unsaved text for this person and tab, so that a reload or a lost session does not take it. `offered` is what
 * was found of an earlier visit, until it is taken or thrown away. `text` carries the version that the edit began with.
 */
export function useDraft(id: string, text: Start, dirty: boolean) {
  const { data: me } = useMe();
  const key = `template-draft ${me?.id ?? ""} ${id}`;
  // Undefined until the browser has looked.
  const [offered, setOffered] = useState<Start | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks once, when the template is opened
  useEffect(() => {
    const found = read(key);
    setOffered(found && !isSame(found, text) ? found : null);
  }, [key]);

  const written = JSON.stringify(text);
  useEffect(() => {
    if (offered === undefined) return;
    if (dirty) write(key, written);
    else if (offered === null) sessionStorage.removeItem(key);
  }, [key, written, dirty, offered]);

  function forget() {
    sessionStorage.removeItem(key);
    setOffered(null);
  }
  return { offered: offered ?? null, forget };
}

function read(key: string): Start | null {
  const stored = sessionStorage.getItem(key);
  return stored ? JSON.parse(stored) : null;
}

function write(key: string, text: string) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The tab's storage is full: the text is still on screen, and leaving it is asked about.
  }
}
