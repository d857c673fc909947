import { pagePolicy } from "./security-headers.ts";

const names = ["CAPTCHA_SCRIPT", "CAPTCHA_SITE_KEY", "POSTHOG_KEY", "NEXTAUTH_URL", "VERCEL"];
const before = { ...process.env };
beforeEach(() => {
  for (const name of names) delete process.env[name];
});
afterAll(() => {
  process.env = before;
});

const directives = (policy: string) =>
  new Map(
    policy.split("; ").map((directive): [string, string] => [directive.split(" ")[0] ?? "", directive]),
  );

test("allows the captcha only on the booking page and if configured", () => {
  const [page, booking] = [pagePolicy("n"), pagePolicy("n", true)];
  expect(booking.replace("frame-ancestors *", "frame-ancestors 'none'")).toBe(page);
  process.env.CAPTCHA_SITE_KEY = "site";
  process.env.CAPTCHA_SCRIPT = "https://js.captcha.example/1/api.js";
  expect(pagePolicy("n")).toBe(page);
  const [plain, loosened] = [directives(booking), directives(pagePolicy("n", true))];
  const changed = [...loosened].filter(([name, directive]) => plain.get(name) !== directive);
  expect(changed.map(([name]) => name)).toEqual(["style-src", "connect-src", "frame-src"]);
  for (const [, directive] of changed) {
    expect(directive).toContain(" https://js.captcha.example https://*.captcha.example");
  }
  process.env.CAPTCHA_SCRIPT = "https://challenges.cloud.example/api.js";
  expect(pagePolicy("n", true)).not.toContain("*.cloud.example");
});
