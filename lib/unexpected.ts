/** SPEC.md section 8, for hosts without a message. */
export const UNEXPECTED = "An unexpected error occurred";

export const OFFLINE =
  "You are offline. Nothing was sent, and what you typed is still here. Try again once you’re back online.";

export const NOT_LOADED =
  "A part of this page could not be loaded. Nothing was sent, and what you typed is still here. Check the connection and try again.";

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && (error.name === "ChunkLoadError" || isChunkError(error.cause));
}
