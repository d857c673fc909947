/** @jest-environment node */
import { slugOf } from "./slug.ts";

test.each([
  ["Ring fitting", /^ring-fitting-[0-9a-f]{8}$/],
  ["Zoë’s 30 min!", /^zoes-30-min-[0-9a-f]{8}$/],
  ["試着", /^[0-9a-f]{8}$/],
  ["x".repeat(100), /^x{40}-[0-9a-f]{8}$/],
])("the slug of %j", (name, slug) => expect(slugOf(name)).toMatch(slug));
