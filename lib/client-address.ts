import { isIP } from "node:net";

/**
 * The address that the nearest proxy saw, or Next itself where none stands before it (forwarded.ts). The last entry: the
 * ones before it are what the client said of itself, and rate limits must not rest on that.
 */
export function clientAddress(forwardedFor: string | null | undefined): string | undefined {
  const last = forwardedFor?.split(",").at(-1)?.trim() ?? "";
  return isIP(last) ? last : undefined;
}
