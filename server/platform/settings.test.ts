import { clockFrom, readHostSmtp, readProviderSettings, readSettings } from "./settings.ts";

const env = (values: Record<string, string> = {}) => ({ NODE_ENV: "test" as const, ...values });
const providers = (values: Record<string, string>) => readProviderSettings(env(values));
const hostSmtp = (values: Record<string, string>) => readHostSmtp(env(values));
const MAIL_FROM = "crm@example.com";

test("without variables, uses this machine and the embedded database", () => {
  expect(readSettings(env())).toEqual({
    port: 4000,
    hostname: "127.0.0.1",
    isPublic: false,
    isDemo: false,
    metrics: null,
    dataDir: ".data",
    databaseUrl: undefined,
    webUrl: "http://127.0.0.1:3000",
    hostUrl: "http://127.0.0.1:4000",
    clock: expect.any(Function),
    proxies: 0,
    providers: { allowPrivateHosts: false, unipile: null },
    smtp: null,
    captcha: null,
  });
  expect(readSettings(env({ PORT: "8080" })).webUrl).toBe("http://127.0.0.1:8080");
  expect(readSettings(env({ WEB_URL: "https://crm.example.com/" })).webUrl).toBe("https://crm.example.com");
});

test.each<Record<string, string>>([
  { API_PORT: "70000" },
  { API_PORT: "x" },
  { WEB_URL: "crm.example.com" },
  { WEB_URL: "ftp://a" },
  { HOST_URL: "api" },
  { CLOCK: "soon" },
  { SMTP_URL: "mail" },
  { CAPTCHA_SECRET: "only" },
  { CAPTCHA_URL: "https://verify.example.com/" },
  { CAPTCHA_URL: "http://verify.example.com/", CAPTCHA_SECRET: "x" },
  { TRUST_PROXY: "yes" },
])("%j is refused", (values) => expect(() => readSettings(env(values))).toThrow(Object.keys(values)[0]));

test.each([
  [{}, false],
  [{ HOST: "localhost", WEB_URL: "http://[::1]:3000" }, false],
  [{ HOST: "0.0.0.0" }, true],
  [{ HOST: "::" }, true],
  [{ HOST: "192.168.1.20" }, true],
  [{ WEB_URL: "https://crm.example.com" }, true],
  [{ NEXTAUTH_URL: "https://crm.example.com" }, true],
  [{ HOST_URL: "https://api.example.com" }, true],
  [{ TRUST_PROXY: "1" }, true],
])("with %j the host is public: %s", (given, isPublic) => {
  expect(readSettings(env(given)).isPublic).toBe(isPublic);
});

test("without provider variables: only public servers, and no Unipile", () => {
  expect(providers({})).toEqual({ allowPrivateHosts: false, unipile: null });
  expect(providers({ ALLOW_PRIVATE_HOSTS: "0", UNIPILE_DSN: "", UNIPILE_API_KEY: "" })).toEqual(
    providers({}),
  );
});

test.each([
  ["api1.unipile.com:13111", "https://api1.unipile.com:13111/api/v1"],
  ["https://api1.unipile.com:13111/", "https://api1.unipile.com:13111/api/v1"],
  ["http://api1.unipile.com:13111", "https://api1.unipile.com:13111/api/v1"],
  ["http://127.0.0.1:4999", "http://127.0.0.1:4999/api/v1"],
])("a DSN %s becomes %s", (dsn, url) => {
  expect(providers({ UNIPILE_DSN: dsn, UNIPILE_API_KEY: "k" }).unipile).toEqual({ url, key: "k" });
});

test.each<Record<string, string>>([
  { UNIPILE_DSN: "api1.unipile.com" },
  { UNIPILE_API_KEY: "k" },
  { UNIPILE_DSN: ":", UNIPILE_API_KEY: "k" },
])("refuses %j for providers", (values) => expect(() => providers(values)).toThrow("UNIPILE_DSN"));

test("no mail server without SMTP_URL", () => {
  expect(hostSmtp({})).toBeNull();
  expect(hostSmtp({ SMTP_URL: "", MAIL_FROM })).toBeNull();
});

test.each([
  ["smtp://mail.example.com", { host: "mail.example.com", port: 587, secure: false }],
  ["smtps://mail.example.com", { host: "mail.example.com", port: 465, secure: true }],
  ["smtp://[::1]:2525/", { host: "::1", port: 2525, secure: false }],
  [
    "smtps://me%40example.com:p%3Aw%2F@mail.example.com:4650",
    {
      host: "mail.example.com",
      port: 4650,
      secure: true,
      login: { user: "me@example.com", password: "p:w/" },
    },
  ],
])("accepts the mail server %s", (SMTP_URL, server) => {
  expect(hostSmtp({ SMTP_URL, MAIL_FROM })).toEqual({ ...server, from: MAIL_FROM });
});

test.each([
  [{ SMTP_URL: "mail.example.com" }, "SMTP_URL must be"],
  [{ SMTP_URL: "https://mail.example.com", MAIL_FROM }, "SMTP_URL must be"],
  [{ SMTP_URL: "smtp://mail.example.com" }, "needs MAIL_FROM"],
  [{ SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "Store <a@example.com>" }, "needs MAIL_FROM"],
])("refuses %j for the host's mail server", (values, sentence) => {
  expect(() => hostSmtp(values)).toThrow(sentence);
});

test("the clock is the machine's, or starts at the configured time", () => {
  expect(Math.abs(clockFrom()().getTime() - Date.now())).toBeLessThan(5_000);
  const set = clockFrom("2026-03-08T12:59:00Z");
  expect(set().toISOString()).toMatch(/^2026-03-08T12:59:0\d/);
  expect(() => clockFrom("soon")).toThrow("CLOCK is no instant: soon");
});
