"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { notify } from "#lib/notifications.ts";

/** Puts the lines into the clipboard and says so, for two seconds on the button itself. */
export function CopyDetails({ text }: { text: string[] }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text.join("\n"));
      setCopied(true);
      notify({ type: "success", message: "Copied Successfully!" });
    } catch {
      notify({ type: "error", message: "Failed to copy." });
    }
  }

  const Icon = copied ? Check : Copy;
  return (
    <Button onClick={copy}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      Copy
    </Button>
  );
}
