import { newColleague, signedOutPage } from "./colleague.ts";
import { api, expect, signIn, test, toast, visitorTest } from "./support.ts";

type Listed = { id: string; kind: string };

test("a person who forgot the password chooses a new one", { tag: "@desktop" }, async ({ page, browser }) => {
  await page.goto("/dashboard");
  const { email, page: signedIn, leave } = await newColleague(page, browser);

  const other = await signedOutPage(browser, page);
  await other.goto(new URL("/forgot-password", page.url()).href);
  await other.getByLabel("Email").fill(email);
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByRole("status")).toContainText(`If ${email} has an account`);

  const ofReset = async () => {
    const mails: Listed[] = await api(
      page,
      "GET",
      `/mails?page=1&limit=20&search=${encodeURIComponent(email)}`,
    );
    return mails.find(({ kind }) => kind === "password");
  };
  await expect.poll(ofReset).toBeTruthy();
  const mail = await ofReset();
  expect(await api(signedIn, "GET", `/mails/${mail?.id}`)).not.toHaveProperty("text");
  const { text } = await api<{ text: string }>(page, "GET", `/mails/${mail?.id}`);
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

  await signedIn.goto(new URL("/dashboard/sales", page.url()).href);
  await expect(signedIn).toHaveURL(/\/login/);
  await other.context().close();
  await leave();
});

visitorTest("an unknown link is refused and keeps the input", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/reset-password?token=made-up");
  await page.getByLabel("Password", { exact: true }).fill("Moonstone-7");
  await page.getByLabel("Confirm password").fill("Moonstone-7");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "expired or was already used" })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Moonstone-7");
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
});
