import { proxiesOf } from "#lib/contract/client-address.ts";
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
  clock: Clock;
  proxies: number;
  providers: ProviderSettings;
  smtp: SmtpServer | null;
};

/** Throws a sentence for a value that makes no sense. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = portOf(env.API_PORT || "4000");
  return {
    port,
    hostname: env.HOST || "127.0.0.1",
    dataDir: env.DATA_DIR || ".data",
    databaseUrl: env.DATABASE_URL || undefined,
    webUrl: originOf("WEB_URL", env.WEB_URL || `http://127.0.0.1:${env.PORT || 3000}`),
    hostUrl: originOf("HOST_URL", env.HOST_URL || `http://127.0.0.1:${port}`),
    clock: clockFrom(env.CLOCK),
    proxies: proxiesOf(env.TRUST_PROXY),
    providers: readProviderSettings(env),
    smtp: readHostSmtp(env),
  };
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
