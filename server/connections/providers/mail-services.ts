import { Resolver } from "node:dns/promises";
import { createBudget } from "#server/connections/calendar/budget.ts";
import type { ProviderSettings } from "#server/platform/settings.ts";
import { childrenOf, type Element, readXml } from "./caldav-answers.ts";
import { refuseIfClosed } from "./guard.ts";
import { type Fetch, guardedFetch } from "./guarded-fetch.ts";

type Server = { host: string; port: number };

export type MailService = {
  name: string;
  smtp: Server;
  imap: Server | null;
  caldavUrl: string | null;
  user?: string;
  /** Where people create a password for other programs. `length` counts no spaces. */
  appPasswords?: { page: string; length: number };
  /** A setting that people must change before. */
  first?: string;
  /** Accepts no password, only a sign-in on its own page. */
  signIn?: "microsoft";
};

const at = (host: string, port: number): Server => ({ host, port });

/** `mx`: the servers that receive email for a store's own domain. */
const KNOWN: { domains: RegExp; mx?: RegExp; service: MailService }[] = [
  {
    domains: /^(gmail|googlemail)\.com$/,
    mx: /\.google(mail)?\.com$/,
    service: {
      ...{
        name: "Google",
        smtp: at("smtp.gmail.com", 465),
        imap: at("imap.gmail.com", 993),
        caldavUrl: null,
      },
      appPasswords: { page: "https://myaccount.google.com/apppasswords", length: 16 },
    },
  },
  {
    domains: /^(outlook|hotmail|live|msn)\.[a-z.]+$/,
    mx: /\.outlook\.com$/,
    service: {
      ...{ name: "Outlook", smtp: at("smtp.office365.com", 587), imap: null, caldavUrl: null },
      signIn: "microsoft",
    },
  },
  {
    domains: /^(icloud|me|mac)\.com$/,
    mx: /\.icloud\.com$/,
    service: {
      ...{ name: "Apple", smtp: at("smtp.mail.me.com", 587), imap: at("imap.mail.me.com", 993) },
      caldavUrl: "https://caldav.icloud.com/",
      appPasswords: { page: "https://account.apple.com/account/manage", length: 19 },
    },
  },
  {
    domains: /^(yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/,
    mx: /\.yahoodns\.net$/,
    service: {
      ...{ name: "Yahoo", smtp: at("smtp.mail.yahoo.com", 465), imap: at("imap.mail.yahoo.com", 993) },
      caldavUrl: "https://caldav.calendar.yahoo.com/",
      appPasswords: { page: "https://login.yahoo.com/account/security", length: 16 },
    },
  },
  {
    domains: /^(fastmail\.[a-z.]+)$/,
    mx: /\.messagingengine\.com$/,
    service: {
      ...{ name: "Fastmail", smtp: at("smtp.fastmail.com", 465), imap: at("imap.fastmail.com", 993) },
      caldavUrl: "https://caldav.fastmail.com/",
      appPasswords: { page: "https://app.fastmail.com/settings/security", length: 16 },
    },
  },
  { domains: /^gmx\.(net|de|at|ch)$/, service: gmx("net", "https://caldav.gmx.net/") },
  { domains: /^gmx\.(com|us|co\.uk)$/, service: gmx("com", null) },
];

function gmx(end: string, caldavUrl: string | null): MailService {
  return {
    ...{ name: "GMX", smtp: at(`mail.gmx.${end}`, 587), imap: at(`imap.gmx.${end}`, 993), caldavUrl },
    first: "In GMX, open Settings, then POP3 & IMAP, and allow access by other programs.",
  };
}

export type Lookups = {
  mx: (domain: string) => Promise<string[]>;
  srv: (name: string) => Promise<Server[]>;
  get: Fetch;
};

const DNS_MS = 3_000;
const WEB_MS = 5_000;

export function realLookups(settings: ProviderSettings): Lookups {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 1 });
  const ask = async <T>(what: () => Promise<T>) => {
    refuseIfClosed(settings);
    return what();
  };
  return {
    mx: async (domain) => (await ask(() => resolver.resolveMx(domain))).map(({ exchange }) => exchange),
    srv: async (name) =>
      (await ask(() => resolver.resolveSrv(name)))
        .sort((a, b) => a.priority - b.priority || b.weight - a.weight)
        .map(({ name, port }) => at(name, port)),
    get: guardedFetch(settings, WEB_MS),
  };
}

/** Null if neither our list, nor the domain's autoconfig page, nor DNS (RFC 6186, MX) names servers. */
export async function findMailService(address: string, lookups: Lookups): Promise<MailService | null> {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const known = KNOWN.find(({ domains }) => domains.test(domain));
  if (known) return known.service;
  const [page, records, exchanges] = await Promise.all([
    readAutoconfig(address, domain, lookups).catch(() => null),
    readSrv(domain, lookups),
    lookups.mx(domain).catch(() => []),
  ]);
  const hosting = KNOWN.find(({ mx }) => mx && exchanges.some((host) => mx.test(host.toLowerCase())));
  return hosting?.service ?? page ?? records;
}

async function readSrv(domain: string, { srv }: Lookups): Promise<MailService | null> {
  // "." means that the service isn't offered.
  const first = async (service: string) =>
    (await srv(`_${service}._tcp.${domain}`).catch(() => [])).find(({ host }) => host !== "" && host !== ".");
  const [tls, startTls, imap, caldav] = await Promise.all([
    first("submissions"),
    first("submission"),
    first("imaps"),
    first("caldavs"),
  ]);
  const smtp = isSmtp(tls, 465) ?? isSmtp(startTls, 587);
  if (!smtp) return null;
  return {
    ...{ name: domain, smtp, imap: imap?.port === 993 ? imap : null },
    caldavUrl: caldav ? `https://${caldav.host}:${caldav.port}/` : null,
  };
}

const isSmtp = (server: Server | undefined, port: number) => (server?.port === port ? server : null);

const XML_STEPS = 100_000;

/** Thunderbird's format. Only encrypted connections. */
async function readAutoconfig(address: string, domain: string, { get }: Lookups) {
  const url = new URL(`https://autoconfig.${domain}/mail/config-v1.1.xml`);
  url.searchParams.set("emailaddress", address);
  const answer = await get(url);
  if (!answer.ok) return null;
  const [provider] = childrenOf(readXml(await answer.text(), createBudget(XML_STEPS)), "emailprovider");
  const servers = provider?.children ?? [];
  const smtp = servers.find((one) => one.name === "outgoingserver" && isOffered(one, "smtp", [465, 587]));
  const imap = servers.find((one) => one.name === "incomingserver" && isOffered(one, "imap", [993]));
  if (!smtp) return null;
  const name = address.slice(0, address.lastIndexOf("@"));
  const user = textOf(smtp, "username")
    .replaceAll("%EMAILADDRESS%", address)
    .replaceAll("%EMAILLOCALPART%", name)
    .replaceAll("%EMAILDOMAIN%", domain);
  return {
    ...{ name: domain, smtp: serverOf(smtp), imap: imap ? serverOf(imap) : null, caldavUrl: null },
    ...(user && user !== address && { user }),
  };
}

const textOf = (one: Element, name: string) => childrenOf(one, name)[0]?.text.trim() ?? "";
const serverOf = (one: Element) => at(textOf(one, "hostname"), Number(textOf(one, "port")));

function isOffered(one: Element, type: string, ports: number[]): boolean {
  const { host, port } = serverOf(one);
  const isEncrypted = textOf(one, "sockettype") === (port === 587 ? "STARTTLS" : "SSL");
  return one.attributes.type === type && /^[a-z\d.-]+$/i.test(host) && ports.includes(port) && isEncrypted;
}
