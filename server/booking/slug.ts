import { randomBytes } from "node:crypto";
import { fold } from "#server/db/search.ts";

/** "Ring fitting" → "ring-fitting-7f02c9ba": readable, and not to be guessed from another store's. */
export function slugOf(name: string): string {
  const words = fold(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  const rest = randomBytes(4).toString("hex");
  return words ? `${words}-${rest}` : rest;
}
