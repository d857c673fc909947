import { idempotencyKeys } from "./act.ts";

test("uses one key for the same content until it is saved", () => {
  const keys = idempotencyKeys();
  const first = keys.keyFor({ name: "Amara" });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyFor({ name: "Amara" })).toBe(first);
  const changed = keys.keyFor({ name: "Amaranta" });
  expect(changed).not.toBe(first);
  keys.renew();
  expect(keys.keyFor({ name: "Amaranta" })).not.toBe(changed);
});
