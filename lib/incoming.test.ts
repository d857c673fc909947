import { isCrossOrigin, isSameOrigin, refusedAsHttp } from "./incoming.ts";

const before = process.env.NEXTAUTH_URL;
beforeEach(() => {
  delete process.env.NEXTAUTH_URL;
});
afterAll(() => {
  if (before) process.env.NEXTAUTH_URL = before;
});

function asked(headers: Record<string, string>) {
  return {
    url: "http://localhost:3000/api/v1/notes",
    headers: new Headers({ host: "crm.example.com", ...headers }),
  };
}

const HTTPS = { "x-forwarded-proto": "https" };

test.each<Record<string, string>>([
  { "sec-fetch-site": "same-origin" },
  { origin: "http://crm.example.com" },
  { origin: "https://crm.example.com", ...HTTPS },
  { origin: "https://crm.example.com", "x-forwarded-proto": "https, http" },
  { origin: "https://shop.example", "x-forwarded-host": "shop.example", ...HTTPS },
  { "sec-fetch-site": "same-origin", origin: "https://crm.example.com", ...HTTPS },
])("%j comes from our own pages", (headers) => {
  expect(isSameOrigin(asked(headers))).toBe(true);
  expect(isCrossOrigin(asked(headers))).toBe(false);
});

test.each<Record<string, string>>([
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "SAME-ORIGIN" },
  { origin: "null" },
  { origin: "" },
  { origin: "http://crm.example.com:8080" },
  { origin: "https://crm.example.com" },
  { origin: "http://crm.example.com.evil.example" },
  { origin: "http://evil.example" },
  { "sec-fetch-site": "same-origin", origin: "http://evil.example" },
  { "sec-fetch-site": "cross-site", origin: "http://crm.example.com" },
])("%j comes from another site", (headers) => {
  expect(isSameOrigin(asked(headers))).toBe(false);
  expect(isCrossOrigin(asked(headers))).toBe(true);
});

test.each<Record<string, string>>([{}, { "sec-fetch-site": "none" }])(
  "%j: typed by a person or sent by a program, accepted for reads only",
  (headers) => {
    expect(isSameOrigin(asked(headers))).toBe(false);
    expect(isCrossOrigin(asked(headers))).toBe(false);
  },
);

test("accepts the configured origin, whatever Host a proxy sends", () => {
  process.env.NEXTAUTH_URL = "https://public.example";
  expect(isSameOrigin(asked({ origin: "https://public.example" }))).toBe(true);
});

test("explains to http users alone that https is required", () => {
  const by = (protocol: string) => refusedAsHttp(asked({ "x-forwarded-proto": protocol }));
  expect(by("http")).toBeNull();
  process.env.NEXTAUTH_URL = "https://public.example";
  expect(by("http")).toMatch(/^This site only answers over https: https:\/\/public\.example\. /);
  expect([by("https"), refusedAsHttp(asked({}))]).toEqual([null, null]);
});
