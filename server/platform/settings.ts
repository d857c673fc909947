import * as z from "zod/mini";
import { isLoopback, readProxyCount } from "#lib/contract/client-address.ts";
import { machineDate, machineTime } from "./machine.ts";

export type Settings = {
  port: number;
  hostname: string;
  dataDir: string;
  databaseUrl?: string;
  webUrl: string;
  hostUrl: string;
  /** Other machines can reach it, so no account with a public password is created. */
  isPublic: boolean;
  isDemo: boolean;
  clock: Clock;
  proxies: number;
  providers: ProviderSettings;
  smtp: SmtpServer | null;
  captcha: Captcha | null;
  /** Null if off. A separate port, because the host's own can be public. */
  metrics: { port: number; hostname: string } | null;
};

/**
 * `allowPrivateHosts`: people may enter servers in this network. `unipile`: connects Google and Microsoft
 * accounts. `isClosed`: no server that people enter is contacted.
 */
export type ProviderSettings = {
  allowPrivateHosts: boolean;
  isClosed?: boolean;
  unipile: { url: string; key: string } | null;
};

/**
 * `host`: the name in its certificate. `ip`: the checked address of a host that a person entered. `secure`:
 * TLS from the first byte, otherwise STARTTLS.
 */
export type SmtpServer = {
  host: string;
  ip?: string;
  port: number;
  secure: boolean;
  login?: { user: string; password: string };
  from: string;
};

export type Captcha = { url: string; secret: string };

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = portOf(env.API_PORT || "4000");
  const hostname = env.HOST || "127.0.0.1";
  const local = `http://127.0.0.1:${env.PORT || 3000}`;
  const webUrl = originOf("WEB_URL", env.WEB_URL || env.NEXTAUTH_URL || local);
  const hostUrl = originOf("HOST_URL", env.HOST_URL || `http://127.0.0.1:${port}`);
  const proxies = readProxyCount(env.TRUST_PROXY);
  const isDemo = env.DEMO === "1";
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
    isDemo,
    clock: clockFrom(env.CLOCK),
    proxies,
    providers: isDemo ? CLOSED : readProviderSettings(env),
    smtp: isDemo ? null : readHostSmtp(env),
    captcha: readCaptcha(env),
    metrics: env.METRICS_PORT
      ? { port: portOf(env.METRICS_PORT, "METRICS_PORT"), hostname: env.METRICS_HOST || "127.0.0.1" }
      : null,
  };
}

export const CLOSED: ProviderSettings = { allowPrivateHosts: false, isClosed: true, unipile: null };

function isLocal(name: string): boolean {
  return name === "localhost" || isLoopback(name.replace(/^\[|\]$/g, ""));
}

function originOf(name: string, value: string): string {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Error(`${name} must be an origin like https://crm.example.com`);
}

function portOf(value: string, name = "API_PORT"): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} isn't a valid port: ${value}`);
  return port;
}

export function readProviderSettings(env: NodeJS.ProcessEnv): ProviderSettings {
  return {
    allowPrivateHosts: env.ALLOW_PRIVATE_HOSTS === "1",
    unipile: unipileOf(env.UNIPILE_DSN ?? "", env.UNIPILE_API_KEY ?? ""),
  };
}

/** The DSN can have a scheme. */
function unipileOf(dsn: string, key: string): ProviderSettings["unipile"] {
  if (!dsn && !key) return null;
  if (!dsn || !key) throw new Error("UNIPILE_DSN and UNIPILE_API_KEY must both be set");
  const url = URL.parse(/^https?:\/\//i.test(dsn) ? dsn : `https://${dsn}`);
  if (!url?.hostname) throw new Error("UNIPILE_DSN must be a host like api1.unipile.com:13111");
  // Only tests on this machine use no TLS.
  if (url.hostname !== "127.0.0.1") url.protocol = "https:";
  return { url: `${url.origin}/api/v1`, key };
}

const address = z.email();

/** For stores without a mail account. Null if not configured. */
export function readHostSmtp(env: NodeJS.ProcessEnv): SmtpServer | null {
  if (!env.SMTP_URL) return null;
  const url = URL.parse(env.SMTP_URL);
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol)) {
    throw new Error("SMTP_URL must be like smtps://user:password@mail.example.com:465");
  }
  const from = env.MAIL_FROM ?? "";
  if (!address.safeParse(from).success) {
    throw new Error("SMTP_URL needs MAIL_FROM, the address that mails come from");
  }
  const secure = url.protocol === "smtps:";
  const { username, password } = url;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(username && {
      login: { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    }),
    from,
  };
}

function readCaptcha(env: NodeJS.ProcessEnv): Captcha | null {
  const { CAPTCHA_URL: address = "", CAPTCHA_SECRET: secret = "" } = env;
  if (!address && !secret) return null;
  if (!address || !secret) throw new Error("CAPTCHA_URL and CAPTCHA_SECRET must both be set");
  const url = URL.parse(address);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname === "127.0.0.1")) {
    return { url: url.href, secret };
  }
  throw new Error("CAPTCHA_URL must be like https://challenges.example.com/siteverify");
}

export type Clock = () => Date;

/** For tests, a clock that started at `start`. */
export function clockFrom(start?: string): Clock {
  if (!start) return () => machineDate();
  const offset = Date.parse(start) - machineTime();
  if (Number.isNaN(offset)) throw new Error(`CLOCK is no instant: ${start}`);
  return () => new Date(machineTime() + offset);
}
