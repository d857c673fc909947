/** @jest-environment node */
import { readProviderSettings } from "./settings.ts";

const read = (env: Record<string, string>) => readProviderSettings({ NODE_ENV: "test", ...env });

test("without any variable: public servers only, and no Unipile", () => {
  expect(read({})).toEqual({ allowPrivateHosts: false, unipile: null });
  expect(read({ ALLOW_PRIVATE_HOSTS: "0", UNIPILE_DSN: "", UNIPILE_API_KEY: "" })).toEqual(read({}));
});

test.each([
  ["api1.unipile.com:13111", "https://api1.unipile.com:13111/api/v1"],
  ["https://api1.unipile.com:13111/", "https://api1.unipile.com:13111/api/v1"],
  ["http://api1.unipile.com:13111", "https://api1.unipile.com:13111/api/v1"],
  ["http://127.0.0.1:4999", "http://127.0.0.1:4999/api/v1"],
])("a DSN %s is at %s", (dsn, url) => {
  expect(read({ UNIPILE_DSN: dsn, UNIPILE_API_KEY: "k" }).unipile).toEqual({ url, key: "k" });
});

test.each<Record<string, string>>([
  { UNIPILE_DSN: "api1.unipile.com" },
  { UNIPILE_API_KEY: "k" },
  { UNIPILE_DSN: ":", UNIPILE_API_KEY: "k" },
])("%j is refused", (env) => expect(() => read(env)).toThrow("UNIPILE_DSN"));
