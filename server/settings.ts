/** The host's environment; .env.local.example explains each variable. */
export type Settings = {
  port: number;
  hostname: string;
  dataDir: string;
  databaseUrl?: string;
  webUrl: string;
  trustProxy: boolean;
};

/** Throws a sentence for a value that makes no sense. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const web = URL.parse(env.WEB_URL || `http://127.0.0.1:${env.PORT || 3000}`);
  if (!web || !/^https?:$/.test(web.protocol))
    throw new Error("WEB_URL must be an origin like https://crm.example.com");
  return {
    port: portOf(env.API_PORT || "4000"),
    hostname: env.HOST || "127.0.0.1",
    dataDir: env.DATA_DIR || ".data",
    databaseUrl: env.DATABASE_URL || undefined,
    webUrl: web.origin,
    trustProxy: env.TRUST_PROXY === "1",
  };
}

function portOf(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`API_PORT is no port: ${value}`);
  return port;
}
