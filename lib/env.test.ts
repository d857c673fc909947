import { aiFormUrl, analytics, apiOrigin, authSecret, captcha, isHttps, publicOrigin } from "./env.ts";

const before = { ...process.env };
beforeEach(() => {
  for (const name of ["API_URL", "API_PORT", "NEXTAUTH_URL", "NEXTAUTH_SECRET", "VERCEL", "POSTHOG_KEY"])
    delete process.env[name];
});
afterAll(() => {
  process.env = before;
});

test("uses the local host unless API_URL names another", () => {
  expect(apiOrigin()).toBe("http://127.0.0.1:4000");
  process.env.API_PORT = "4123";
  expect(apiOrigin()).toBe("http://127.0.0.1:4123");
  process.env.API_URL = "https://api.example.com/";
  expect(apiOrigin()).toBe("https://api.example.com");
});

test.each([
  "https://api.example.com/v2",
  "https://api.example.com/?key=1",
  "https://api.example.com/#x",
  "https://ann:secret@api.example.com",
  "https://ann@api.example.com",
  "https://:secret@api.example.com",
  "ftp://api.example.com",
  "api.example.com",
])("refuses API_URL=%s without repeating it", (value) => {
  process.env.API_URL = value;
  expect(apiOrigin).toThrow("API_URL must be an origin");
  expect(apiOrigin).not.toThrow("secret");
});

test("detects https from NEXTAUTH_URL or Vercel", () => {
  expect(isHttps()).toBe(false);
  process.env.VERCEL = "1";
  expect(isHttps()).toBe(true);
  process.env.NEXTAUTH_URL = "http://127.0.0.1:3000";
  expect(isHttps()).toBe(false);
  process.env.NEXTAUTH_URL = "https://crm.example.com/api/auth";
  expect(isHttps()).toBe(true);
  expect(publicOrigin()).toBe("https://crm.example.com");
  process.env.NEXTAUTH_URL = "crm.example.com";
  expect(isHttps).toThrow("NEXTAUTH_URL must be a URL");
});

test("refuses an empty secret", () => {
  expect(authSecret).toThrow("NEXTAUTH_SECRET is not set");
  process.env.NEXTAUTH_SECRET = "x";
  expect(authSecret()).toBe("x");
});

test("accepts only another https origin for forms", () => {
  expect(aiFormUrl()).toBeNull();
  process.env.AI_FORM_URL = "https://forms.example.com/automation?store=1";
  expect(aiFormUrl()).toBe("https://forms.example.com/automation?store=1");
  for (const refused of [
    "http://forms.example.com/",
    "javascript:alert(1)",
    "forms.example.com",
    "https://",
  ]) {
    process.env.AI_FORM_URL = refused;
    expect(aiFormUrl()).toBeNull();
  }
  process.env.NEXTAUTH_URL = "https://crm.example.com";
  process.env.AI_FORM_URL = "https://crm.example.com/form";
  expect(aiFormUrl()).toBeNull();
});

test("uses no analytics service without a key", () => {
  process.env.POSTHOG_URL = "https://events.example.com";
  expect(analytics()).toBeNull();
  process.env.POSTHOG_KEY = "phc_1";
  expect(analytics()).toEqual({ key: "phc_1", url: "https://events.example.com" });
  process.env.POSTHOG_URL = "events.example.com";
  expect(analytics).toThrow("POSTHOG_URL must be a URL");
  process.env.POSTHOG_URL = "";
  expect(analytics()?.url).toMatch(/^https:/);
});

test("accepts a captcha only with https and a site key", () => {
  expect(captcha()).toBeNull();
  process.env.CAPTCHA_SITE_KEY = "site";
  expect(captcha).toThrow("CAPTCHA_SCRIPT");
  process.env.CAPTCHA_SCRIPT = "http://captcha.example.com/api.js";
  expect(captcha).toThrow("CAPTCHA_SCRIPT");
  process.env.CAPTCHA_SCRIPT = "https://captcha.example.com/api.js";
  expect(captcha()).toEqual({ script: "https://captcha.example.com/api.js", siteKey: "site" });
  delete process.env.CAPTCHA_SITE_KEY;
  expect(captcha).toThrow("CAPTCHA_SITE_KEY");
  delete process.env.CAPTCHA_SCRIPT;
});
