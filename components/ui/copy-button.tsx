"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { notify } from "#lib/notifications.ts";
import { Button } from "./button.tsx";

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ type: "success", message: "Copied Successfully!" });
    return true;
  } catch {
    notify({ type: "error", message: "Failed to copy." });
    return false;
  }
}

export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const Icon = copied ? Check : Copy;
  return (
    <Button icon={Icon} onClick={async () => setCopied(await copyText(text))}>
      {label}
    </Button>
  );
}
