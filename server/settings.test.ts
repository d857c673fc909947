/** @jest-environment node */
import { readSettings } from "./settings.ts";

const env = (values: Record<string, string> = {}) => ({ NODE_ENV: "test" as const, ...values });

test("without any variable: this machine alone, the embedded folder, the web app beside", () => {
  expect(readSettings(env())).toEqual({
    port: 4000,
    hostname: "127.0.0.1",
    isPublic: false,
    dataDir: ".data",
    databaseUrl: undefined,
    webUrl: "http://127.0.0.1:3000",
    hostUrl: "http://127.0.0.1:4000",
    clock: expect.any(Function),
    proxies: 0,
    providers: { allowPrivateHosts: false, unipile: null },
    smtp: null,
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
])("with %j strangers may come: %s", (given, isPublic) => {
  expect(readSettings(env(given)).isPublic).toBe(isPublic);
});
