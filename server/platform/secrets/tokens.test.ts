import { randomBytes } from "node:crypto";
import { bytesOfId, idOfBytes, newId } from "#server/platform/db/id.ts";
import { readToken, signToken } from "./tokens.ts";

const secret = randomBytes(32);
const ids = [newId(), newId()];
const bytes = Buffer.concat([...ids.map(bytesOfId), Buffer.from("abcd")]);
const token = signToken(secret, "move", bytes);

test("returns the signed bytes, and fits into a path", () => {
  expect(token).toMatch(/^[\w-]{64}$/);
  const read = readToken(secret, "move", token) ?? Buffer.of();
  expect([idOfBytes(read.subarray(0, 16)), idOfBytes(read.subarray(16, 32))]).toEqual(ids);
  expect(read.subarray(32).toString()).toBe("abcd");
});

test("rejects another purpose, another host and any modification", () => {
  expect(readToken(secret, "cancel", token)).toBeNull();
  expect(readToken(randomBytes(32), "move", token)).toBeNull();
  for (let at = 0; at < token.length; at++) {
    const letter = token[at] === "A" ? "B" : "A";
    expect(readToken(secret, "move", token.slice(0, at) + letter + token.slice(at + 1))).toBeNull();
  }
  for (const odd of ["", "A", `${token}A`, token.slice(1), `${token}=`, "é".repeat(64), "-".repeat(64)]) {
    expect(readToken(secret, "move", odd)).toBeNull();
  }
});
