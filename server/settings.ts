import { isLoopback, proxiesOf } from "#lib/contract/client-address.ts";
import { type Clock, clockFrom } from "./clock.ts";
import { readHostSmtp } from "./mail/host-smtp.ts";
import { type ProviderSettings, readProviderSettings } from "./providers/settings.ts";
import type { SmtpServer } from "./providers/smtp.ts";

/** The host's environment; .env.local.example explains each variable. */
export type Settings = {
  port: number;
  hostname: string;
  dataDir: string;
  databaseUrl?: string;
  webUrl: string;
  hostUrl: string;
  /** Whether anybody but this machine's user may reach it: nothing with a published password is made then. */
  isPublic: boolean;
  clock: Clock;
  proxies: number;
  providers: ProviderSettings;
  smtp: SmtpServer | null;
};

/** Throws a sentence for a value that makes no sense. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = portOf(env.API_PORT || "4000");
  const hostname = env.HOST || "127.0.0.1";
  const local = `http://127.0.0.1:${env.PORT || 3000}`;
  const webUrl = originOf("WEB_URL", env.WEB_URL || env.NEXTAUTH_URL || local);
  const hostUrl = originOf("HOST_URL", env.HOST_URL || `http://127.0.0.1:${port}`);
  const proxies = proxiesOf(env.TRUST_PROXY);
  const names = [
    hostname,
    ...[webUrl, hostUrl, env.NEXTAUTH_URL || local].map((url) => new URL(url).hostname),
  ];
  return {
    port,
    hostname,
    dataDir: env.DATA_DIR || ".data",
    databaseUrl: env.DATABASE_URL || undefined,
    webUrl,
    hostUrl,
    isPublic: proxies > 0 || !names.every(isLocal),
    clock: clockFrom(env.CLOCK),
    proxies,
    providers: readProviderSettings(env),
    smtp: readHostSmtp(env),
  };
}

function isLocal(name: string): boolean {
  return name === "localhost" || isLoopback(name.replace(/^\[|\]$/g, ""));
}

function originOf(name: string, value: string): string {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Error(`${name} must be an origin like https://crm.example.com`);
}

function portOf(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`API_PORT is no port: ${value}`);
  return port;
}
