import { INTEGRATION_ASKED, signIn } from "./sign.ts";

const answer = { ok: true, error: null as string | null };
jest.mock("next-auth/react", () => ({ signIn: async () => answer }));

const person = { email: "ann@example.com", password: "Welcome-1", remember: false };

test("a sign-in lets the email integration be asked for again, a refused one does not", async () => {
  sessionStorage.setItem(INTEGRATION_ASKED, "1");
  answer.error = "Incorrect Password";
  expect(await signIn(person)).toBe("Incorrect Password");
  expect(sessionStorage.getItem(INTEGRATION_ASKED)).toBe("1");
  answer.error = null;
  expect(await signIn(person)).toBeNull();
  expect(sessionStorage.getItem(INTEGRATION_ASKED)).toBeNull();
});
