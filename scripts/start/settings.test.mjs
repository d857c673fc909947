import { settings } from "./settings.mjs";

test("runs locally with an embedded database by default", () => {
  const names = ["HOST", "PORT", "API_PORT", "API_URL", "DATABASE_URL", "DATA_DIR", "NEXTAUTH_URL"];
  const empty = Object.fromEntries(names.map((name) => [name, ""]));
  expect(settings({})).toEqual(settings(empty));
  expect(settings({})).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    apiPort: 4000,
    apiUrl: undefined,
    embedded: true,
    origin: "http://127.0.0.1:3000",
    trustHost: false,
  });
});

test("a separate host or Postgres means no embedded database", () => {
  expect(settings({ API_URL: "https://api.example.com" }).embedded).toBe(false);
  expect(settings({ DATABASE_URL: "postgres://db" }).embedded).toBe(false);
});

test.each([
  [{ HOST: "0.0.0.0" }, "http://127.0.0.1:3000", "http://127.0.0.1:4000", true],
  [{ HOST: "::1", PORT: "81" }, "http://[::1]:81", "http://[::1]:4000", false],
  [
    { HOST: "0.0.0.0", NEXTAUTH_URL: "https://crm.example.com" },
    "https://crm.example.com",
    "http://127.0.0.1:4000",
    false,
  ],
])("%j is reached at %s, its host at %s", (env, origin, host, trustHost) => {
  expect(settings(env)).toMatchObject({ origin, trustHost, local: { host } });
});

test.each([
  [{ PORT: "http" }, "PORT is not a valid port: http"],
  [{ API_PORT: "70000" }, "API_PORT is not a valid port: 70000"],
  [{ PORT: "4000" }, "PORT and API_PORT are both 4000. Choose two different ports."],
  [{ API_URL: "localhost:4000" }, "API_URL must be an origin"],
  [{ API_URL: "https://api.example.com/api/v1" }, "API_URL must be an origin"],
])("rejects %j", (env, message) => {
  expect(() => settings(env)).toThrow(message);
});
