/** @jest-environment node */
import { readHostSmtp } from "./host-smtp.ts";

const read = (env: Record<string, string>) => readHostSmtp({ NODE_ENV: "test", ...env });
const MAIL_FROM = "crm@example.com";

test("no server without SMTP_URL", () => {
  expect(read({})).toBeNull();
  expect(read({ SMTP_URL: "", MAIL_FROM })).toBeNull();
});

test.each([
  ["smtp://mail.example.com", { host: "mail.example.com", port: 587, secure: false }],
  ["smtps://mail.example.com", { host: "mail.example.com", port: 465, secure: true }],
  ["smtp://[::1]:2525/", { host: "::1", port: 2525, secure: false }],
  [
    "smtps://me%40example.com:p%3Aw%2F@mail.example.com:4650",
    {
      host: "mail.example.com",
      port: 4650,
      secure: true,
      login: { user: "me@example.com", password: "p:w/" },
    },
  ],
])("%s is a server", (SMTP_URL, server) => {
  expect(read({ SMTP_URL, MAIL_FROM })).toEqual({ ...server, from: MAIL_FROM });
});

test.each([
  [{ SMTP_URL: "mail.example.com" }, "SMTP_URL must be"],
  [{ SMTP_URL: "https://mail.example.com", MAIL_FROM }, "SMTP_URL must be"],
  [{ SMTP_URL: "smtp://mail.example.com" }, "needs MAIL_FROM"],
  [{ SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "Store <a@example.com>" }, "needs MAIL_FROM"],
])("%j is refused", (env, sentence) => {
  expect(() => read(env)).toThrow(sentence);
});
