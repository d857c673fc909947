import { isIP } from "node:net";

/**
 * The address that the nearest proxy (or Next itself) saw. The last entry: the ones before it are what the client
 * said of itself, and rate limits must not rest on that.
 */
export function clientAddress(forwardedFor: string | null | undefined): string | undefined {
  const last = forwardedFor?.split(",").at(-1)?.trim() ?? "";
  return isIP(last) ? last : undefined;
}
