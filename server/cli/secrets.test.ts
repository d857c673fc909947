import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectAccount } from "#server/connections/providers/account.ts";
import {
  additionalSecret,
  deleteAdditionalSecret,
  hostSecret,
} from "#server/platform/secrets/host-secret.ts";
import { keyId, openKeyring } from "#server/platform/secrets/keyring.ts";
import { testHost } from "#server/testing/host.ts";
import { describeSecrets, endLinks, rotate } from "./secrets.ts";

const host = testHost();
const folder = mkdtempSync(join(tmpdir(), "rotate-"));
afterAll(() => rmSync(folder, { recursive: true }));
const env = {};

test("rotates secrets and keeps the previous ones", async () => {
  const old = hostSecret(env, folder);
  writeFileSync(join(folder, "secret"), "of sessions");
  const { database, ...plain } = await host.host();
  const start = () =>
    database.system((db) =>
      db.transaction((tx) =>
        openKeyring(tx, { own: hostSecret(env, folder), also: additionalSecret(env, folder) }),
      ),
    );
  const describeKeys = () => database.system(describeSecrets);
  const before = { ...plain, database, secret: await start() };
  const { owner } = await host.shop();
  const person = { organizationId: owner.organizationId, userId: owner.id };
  await connectAccount(before, {
    ...person,
    provider: "imap",
    address: "a@example.com",
    secrets: {},
    calendars: [],
  });

  expect(rotate({ dataDir: folder }, env)).toContain("Restart Loupe");
  const own = hostSecret(env, folder);
  expect(own).not.toEqual(old);
  expect(additionalSecret(env, folder)).toEqual(old);
  expect(readFileSync(join(folder, "secret.also"), "utf8")).toBe("of sessions");
  expect(readFileSync(join(folder, "secret"), "utf8")).toMatch(/^[\w-]{43}$/);
  expect(() => rotate({ dataDir: folder }, env)).toThrow("hasn't been started");

  await start();
  deleteAdditionalSecret(folder);
  expect(await describeKeys()).toContain(`The current host key is ${keyId(own)}`);
  expect(await describeKeys()).toContain(`accounts.secrets: 1 encrypted with ${keyId(old)}\n`);
  expect(await describeKeys()).toContain(`Key ${keyId(old)} is a previous key: its links still work.`);
  await expect(database.system((db) => endLinks(db, keyId(own)))).rejects.toThrow("no previous key");
  await database.system((db) => endLinks(db, keyId(old)));
  expect(await describeKeys()).toContain("its links no longer work");
  expect(() => rotate({ dataDir: folder }, env)).not.toThrow();
});

test("explains how to rotate secrets of the environment", () => {
  const output = rotate({ dataDir: folder }, { HOST_SECRET: "x", NEXTAUTH_SECRET: "y" });
  expect(output).toMatch(
    /A new HOST_SECRET: [\w+/]{43}=\n {2}1\. Restart all processes with HOST_SECRET_ALSO set to it/,
  );
  expect(output).toMatch(/A new NEXTAUTH_SECRET: [\w-]{43}\n/);
});
