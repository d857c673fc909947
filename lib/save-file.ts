export function saveFile(name: string, content: BlobPart | BlobPart[], type = "text/csv;charset=utf-8") {
  const url = URL.createObjectURL(new Blob(Array.isArray(content) ? content : [content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // After the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** "contacts-aurora-jewelers-2026-11-21.csv" */
export function fileName(ending: "csv" | "json" | "xlsx" | "zip", ...parts: string[]): string {
  const words = parts.join(" ").normalize("NFC").toLowerCase();
  return `${words.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}.${ending}`;
}
