import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostSecret } from "./host-secret.ts";

const env = { NODE_ENV: "test" as const };
const folder = mkdtempSync(join(tmpdir(), "secret-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("uses HOST_SECRET, or a private file", () => {
  const given = Buffer.alloc(32, 7);
  expect(hostSecret({ ...env, HOST_SECRET: given.toString("base64") }, folder)).toEqual(given);
  const made = hostSecret(env, folder);
  expect(made).toHaveLength(32);
  expect(hostSecret(env, folder)).toEqual(made);
  expect(statSync(join(folder, "host-secret")).mode & 0o777).toBe(0o600);
  expect(() => hostSecret({ ...env, HOST_SECRET: "short" }, folder)).toThrow(
    "HOST_SECRET must be at least 32",
  );
});
