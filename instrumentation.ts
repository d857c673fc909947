export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { readForwarded, trustedProxies } = await import("#lib/incoming.ts");
  readForwarded(trustedProxies());
  const { env } = process;
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT && !env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return;
  const { startTracing } = await import("#lib/trace/otlp.ts");
  startTracing("loupe-web", env);
}
