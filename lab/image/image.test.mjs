import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readSecrets, SECRET, writeSecrets } from "#scripts/image/secrets.mjs";
import { root } from "#scripts/setup/run.mjs";
import { readServices } from "./compose.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "loupe-secrets-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const services = readServices(path.join(root, "compose.yaml"), { SITE: "crm.example.com" });
const documented = fs.readFileSync(path.join(root, ".env.local.example"), "utf8");

test("creates each secret once, readable only where needed", () => {
  for (const name of ["web", "host", "db"]) fs.mkdirSync(path.join(folder, name));
  writeSecrets(folder);
  const read = (file) => fs.readFileSync(path.join(folder, file), "utf8");
  const files = ["web/nextauth", "host/key", "host/database-url", "db/password", "db/superuser"];
  const made = files.map(read);
  writeSecrets(folder);
  expect(files.map(read)).toEqual(made);
  expect(Buffer.from(made[1], "base64")).toHaveLength(32);
  expect(made[2]).toBe(`postgres://loupe:${made[3]}@db:5432/loupe`);
  expect(made[4]).not.toBe(made[3]);
  const mode = (file) => (fs.statSync(path.join(folder, file)).mode & 0o777).toString(8);
  expect(files.map(mode)).toEqual(["400", "400", "400", "444", "444"]);

  const env = {
    HOST_SECRET_FILE: path.join(folder, "host/key"),
    NEXTAUTH_SECRET: "own",
    NEXTAUTH_SECRET_FILE: "/none",
  };
  readSecrets(env);
  expect(env).toMatchObject({ HOST_SECRET: made[1], NEXTAUTH_SECRET: "own" });
});

test("compose.yaml sets known variables, and secrets only where needed", () => {
  for (const name of ["web", "web-2", "host", "host-2"]) {
    const { environment, read_only, volumes, cap_drop } = services[name];
    expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ["ALL"] });
    for (const variable of Object.keys(environment)) {
      const meant = variable.replace(/_FILE$/, "");
      expect(meant === variable || SECRET.includes(meant)).toBe(true);
      if (meant !== "TZ") expect(documented).toMatch(new RegExp(`^#${meant}=`, "m"));
    }
    expect(volumes.join()).not.toMatch(name.startsWith("web") ? /host-secrets|db/ : /web-secrets|db-secret/);
  }
  expect(services.web.environment.NEXTAUTH_URL).toBe("https://crm.example.com");
  expect(services["host-2"].environment).not.toHaveProperty("BACKUP_DIR");
});

test("compose.yaml passes every other setting on", () => {
  const own =
    /^(PORT|API_PORT|HOST|DRAIN_SECONDS|API_URL|DATA_DIR|DATABASE_URL|WEB_URL|HOST_URL|NEXTAUTH_URL|BACKUP_DIR|CLOCK|TRUST_PROXY|METRICS_HOST)$/;
  const [settings] = documented.split("# --- Tests");
  const names = [...settings.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(30);
  const set = Object.fromEntries(names.map((name) => [name, `my ${name}`]));
  const { web, host } = readServices(path.join(root, "compose.yaml"), set);
  const passed = [web, host].flatMap(({ environment }) => Object.values(environment));
  expect(names.filter((name) => !own.test(name) && !passed.includes(set[name]))).toEqual([]);
});

test("pins third-party images by version and digest", () => {
  const [, base] = /^FROM (\S+) AS base$/m.exec(fs.readFileSync(path.join(root, "Dockerfile"), "utf8"));
  for (const image of [base, services.caddy.image, services.db.image])
    expect(image).toMatch(/^docker\.io\/library\/\w+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/);
});
