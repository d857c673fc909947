/** Next calls this once, before the server takes its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { readForwarded, trustedProxies } = await import("#lib/incoming.ts");
  readForwarded(trustedProxies());
}
