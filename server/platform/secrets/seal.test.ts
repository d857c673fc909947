import { randomBytes } from "node:crypto";
import { seal, unseal } from "./keyring.ts";

const secret = randomBytes(32);
const TEXT = '{"password":"pâss 🔑"}';

test("decrypts a sealed value, which reveals nothing", () => {
  const sealed = seal(secret, "shop:account", TEXT);
  expect(sealed).toMatch(/^v1\.[\da-f]{8}\.[\w-]+$/);
  expect(Buffer.from(sealed.split(".")[2] ?? "", "base64url").toString()).not.toContain("password");
  expect(unseal(secret, "shop:account", sealed)).toBe(TEXT);
  expect(seal(secret, "shop:account", TEXT)).not.toBe(sealed);
});

test("opens only with the same owner and secret", () => {
  const sealed = seal(secret, "shop:account", TEXT);
  expect(unseal(secret, "other:account", sealed)).toBeNull();
  expect(unseal(randomBytes(32), "shop:account", sealed)).toBeNull();
});

test("rejects a value with one changed bit", () => {
  const [version, id, rest = ""] = seal(secret, "shop:account", TEXT).split(".");
  for (const at of [0, 12, 20, 28, 40]) {
    const bytes = Buffer.from(rest, "base64url");
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    expect(unseal(secret, "shop:account", `${version}.${id}.${bytes.toString("base64url")}`)).toBeNull();
  }
});

test.each(["", "v1", "v1.x", "v2.a.b", "v1..", "v1.00000000.AAAA"])("rejects %j", (sealed) => {
  expect(unseal(secret, "shop:account", sealed)).toBeNull();
});
