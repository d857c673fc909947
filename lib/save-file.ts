/** Hands a text to the browser's downloads. */
export function saveFile(name: string, content: string, type = "text/csv;charset=utf-8"): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** "contacts-aurora-jewelers-2026-11-21.csv". */
export function fileName(...parts: string[]): string {
  const words = parts.join(" ").normalize("NFC").toLowerCase();
  return `${words.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}.csv`;
}
