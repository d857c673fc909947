import type { Page } from "@playwright/test";
import { codeOf } from "./authenticator-app.ts";
import { newColleague } from "./colleague.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test, toast } from "./support.ts";

test.use({ failing: true });

const PATH = "/dashboard/settings/security";

async function leaveAndComeBack(page: Page, person: { email: string; password: string }) {
  await page.context().clearCookies();
  await page.goto(new URL("/login", page.url()).href);
  await signIn(page, person);
}

test("an authenticator app or a recovery code signs in", {
  tag: "@desktop",
}, async ({ page, browser }) => {
  await page.goto("/dashboard/settings");
  const { page: own, leave, ...person } = await newColleague(page, browser);
  await own.goto(new URL(PATH, page.url()).href);
  const card = own.getByRole("region", { name: "Two-step sign-in" });
  await card.getByRole("button", { name: "Set up" }).click();
  const asked = own.getByRole("dialog", { name: "Confirm it’s you" });
  await asked.getByLabel("Password", { exact: true }).fill("Not-this-1");
  await asked.getByRole("button", { name: "Continue" }).click();
  await expect(asked.getByText("That password is incorrect")).toBeVisible();
  await asked.getByLabel("Password", { exact: true }).fill(person.password);
  await asked.getByRole("button", { name: "Continue" }).click();

  const app = own.getByRole("dialog", { name: "Authenticator app" });
  await expect(app.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await app.getByText("Can’t scan it?").click();
  await expectAccessible(own);
  await expectNoSidewaysScroll(own);
  const secret = (await app.getByRole("code").textContent()) ?? "";
  await app.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await app.getByRole("button", { name: "Set up" }).click();
  const kept = own.getByRole("dialog", { name: "Your recovery codes" });
  await expect(kept.getByRole("listitem")).toHaveCount(10);
  await expectAccessible(own);
  const recovery = (await kept.getByRole("listitem").first().textContent()) ?? "";
  await kept.getByRole("button", { name: "I’ve saved my codes" }).click();
  await expect(card.getByText("10 codes left.")).toBeVisible();

  await leaveAndComeBack(own, person);
  const code = own.getByRole("textbox", { name: "Code" });
  await expect(code).toBeVisible();
  await expectAccessible(own);
  await code.fill("12345x");
  await own.getByRole("button", { name: "Continue" }).click();
  await expect(own.getByRole("alert").filter({ hasText: "That code is incorrect" })).toBeVisible();
  await own.context().request.get(new URL("/dashboard", page.url()).href);
  expect((await own.context().request.get(new URL("/api/v1/users/me", page.url()).href)).status()).toBe(401);
  await code.fill(codeOf(secret, 1));
  await own.getByRole("button", { name: "Continue" }).click();
  await expect(own).toHaveURL(/\/dashboard$/);
  await expect(toast(own, "Login successful")).toBeVisible();

  await leaveAndComeBack(own, person);
  await own.getByRole("button", { name: "Use a recovery code" }).click();
  await own.getByLabel("Recovery code").fill(recovery);
  await own.getByRole("button", { name: "Continue" }).click();
  await expect(own).toHaveURL(/\/dashboard$/);
  await own.goto(new URL(PATH, page.url()).href);
  await expect(card.getByText("9 codes left.")).toBeVisible();
  await leave();
});
