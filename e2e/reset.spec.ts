import type { Page } from "@playwright/test";
import { expect, freshName, signIn, test, toast, visitorTest } from "./support.ts";

/** Calls the API as the signed-in owner. */
function api(page: Page, method: string, path: string, body?: object) {
  return page.evaluate(
    async ({ method, path, body }) => {
      const headers: HeadersInit = body ? { "content-type": "application/json" } : {};
      const answer = await fetch(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
      return answer.json();
    },
    { method, path, body },
  );
}

test("who forgot the password is mailed a link, chooses a new one, and signs in with it", async ({
  page,
  browser,
}) => {
  const lastName = freshName();
  const email = `${lastName}@example.com`.toLowerCase();
  await page.goto("/dashboard");
  const invite = { firstName: "Amara", lastName, email, role: "USER" };
  const { link } = await api(page, "POST", "/authentication/inviteUser", invite);
  const token = new URL(link).searchParams.get("token");
  await api(page, "POST", "/authentication/createInvitedUser", { token, password: "aA1!aA1!" });

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await context.newPage();
  await other.goto(new URL("/forgot-password", page.url()).href);
  await other.getByLabel("Email").fill(email);
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByRole("status")).toContainText(`If ${email} has an account`);

  const mails = await api(page, "GET", "/mails?page=1&limit=50");
  const { id } = mails.find(
    (mail: { kind: string; toAddress: string }) => mail.toAddress === email && mail.kind === "password",
  );
  const { text } = await api(page, "GET", `/mails/${id}`);
  const path = /\/reset-password\?token=\S+/.exec(text)?.[0] ?? "";
  await other.goto(new URL(path, page.url()).href);
  await expect(other.getByRole("heading", { name: "New password" })).toBeVisible();
  await other.getByLabel("Password", { exact: true }).fill("Moonstone-7");
  await other.getByLabel("Confirm password").fill("Moonstone-7");
  await other.getByRole("button", { name: "Save password" }).click();
  await expect(toast(other, "Password updated")).toBeVisible();
  await expect(other).toHaveURL(/\/login$/);
  await signIn(other, { email, password: "Moonstone-7" });
  await expect(other).toHaveURL(/\/dashboard$/);
  await context.close();
});

visitorTest("a link that was made up is refused, and nothing typed is lost", async ({ page }) => {
  await page.goto("/reset-password?token=made-up");
  await page.getByLabel("Password", { exact: true }).fill("Moonstone-7");
  await page.getByLabel("Confirm password").fill("Moonstone-7");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "expired or was already used" })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Moonstone-7");
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
});
