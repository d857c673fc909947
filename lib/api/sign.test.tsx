import { INTEGRATION_ASKED } from "#lib/drafts.ts";
import { signIn } from "./sign.ts";

const answers: Record<string, object> = {
  providers: { credentials: { id: "credentials", type: "credentials" } },
  csrf: { csrfToken: "c" },
};

async function answer(url: string) {
  const body = answers[new URL(url, window.location.href).pathname.split("/").at(-1) ?? ""];
  return { ok: true, status: 200, json: async () => body };
}

test("asks about the email integration once per sign-in", async () => {
  Object.assign(globalThis, { fetch: answer });
  const person = { email: "ann@example.com", password: "Welcome-1", remember: false };
  sessionStorage.setItem(INTEGRATION_ASKED, "1");
  answers.credentials = { url: "http://localhost/login?error=Incorrect%20Password" };
  expect(await signIn(person)).toBe("Incorrect Password");
  expect(sessionStorage.getItem(INTEGRATION_ASKED)).toBe("1");
  answers.credentials = { url: "http://localhost/dashboard" };
  expect(await signIn(person)).toBeNull();
  expect(sessionStorage.getItem(INTEGRATION_ASKED)).toBeNull();
});
