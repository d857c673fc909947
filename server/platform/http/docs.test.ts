import { createHash } from "node:crypto";
import { names } from "#lib/contract/routes.ts";
import { createApp } from "#server/app.ts";
import { testHost } from "#server/testing/host.ts";
import { textOf } from "./openapi.ts";

const host = testHost();

test("the page lists every endpoint and runs only its script", async () => {
  const app = createApp({ ...(await host.host()), log: () => {} });
  const answer = await app.request("/docs");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
  const page = await answer.text();
  for (const name of names) expect(page).toContain(`<details id="${name}">`);
  expect(page).toContain("firstName: string");
  const policy = answer.headers.get("content-security-policy");
  for (const tag of ["style", "script"]) {
    const parts = [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "gs"))];
    expect(parts).toHaveLength(1);
    const hash = createHash("sha256")
      .update(parts[0]?.[1] ?? "")
      .digest("base64");
    expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
  }
  expect(page).not.toMatch(/ style="| on\w+="|<(script|link|img)[^>]+(src|href)/);
});

test("shapes are shown as types with their limits", () => {
  const schema = {
    type: "object",
    properties: {
      id: { type: "string", minLength: 1, maxLength: 40 },
      at: { type: ["string", "null"], format: "date-time" },
      tags: { type: "array", items: { anyOf: [{ const: "a" }, { enum: ["b", 2] }] }, maxItems: 3 },
      count: { type: "integer", minimum: -Number.MAX_SAFE_INTEGER, maximum: 5, default: 1 },
    },
    required: ["id"],
    additionalProperties: { type: "object" },
  };
  expect(textOf(schema)).toBe(`{
  id: string (1–40 long)
  at?: moment | null
  tags?: ("a" | "b" | 2)[] (≤ 3 items)
  count?: integer (≤ 5) = 1
  [any key]: {}
}`);
  expect(textOf({ allOf: [{ type: "string" }, {}] })).toBe("string & any");
});
