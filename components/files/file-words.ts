import type { Attached } from "#lib/contract/files.ts";

export function sizeWords(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  const digits = value < 10 && unit === "MB" ? 1 : 0;
  return `${Math.max(value, 1).toLocaleString("en-US", { maximumFractionDigits: digits })} ${unit}`;
}

export const fileUrl = (id: string, download = false) =>
  `/api/v1/files/${id}${download ? "?download=1" : ""}`;

export const thumbUrl = (id: string) => `${fileUrl(id)}?thumb=1`;

export const isPicture = ({ type }: Attached) => type.startsWith("image/");
