import { clickForToast, expect, freshName, signIn, test, visitorTest } from "./support.ts";

test("an invited colleague registers and signs in", { tag: "@desktop" }, async ({ page, browser }) => {
  const last = freshName();
  const email = `${last}@example.com`;
  await page.goto("/dashboard");
  const { link } = await page.evaluate(
    async (invite) => {
      const answer = await fetch("/api/v1/authentication/inviteUser", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(invite),
      });
      return answer.json();
    },
    { firstName: "amara", lastName: last, email, role: "USER" },
  );

  const visitor = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await visitor.newPage();
  const { pathname, search } = new URL(link);
  await other.goto(new URL(pathname + search, page.url()).href);
  await expect(other.getByRole("heading", { name: "Welcome, Amara" })).toBeVisible();

  const password = other.getByLabel("Password", { exact: true });
  const meter = other.getByRole("meter", { name: "Password strength" });
  for (const [typed, label] of [
    ["", "Very Weak"],
    ["a", "Very Weak"],
    ["aA", "Weak"],
    ["aA1", "Fair"],
    ["aA1!", "Good"],
    ["aA1!aA1!", "Strong"],
  ] as const) {
    await password.fill(typed);
    await expect(meter).toHaveAttribute("aria-valuetext", label);
  }
  await other.getByLabel("Confirm password").fill("something else");
  await expect(other.getByText("Passwords don't match")).toHaveCount(0);
  await password.focus();
  await expect(other.getByText("Passwords don't match")).toBeVisible();
  await other.getByLabel("Confirm password").fill("aA1!aA1!");
  await expect(other.getByText("Passwords don't match")).toHaveCount(0);
  await other.getByLabel("Confirm password").fill("something else");
  await other.getByRole("button", { name: "Create account" }).click();
  await expect(other.getByText("Passwords don't match")).toBeVisible();
  await other.getByLabel("Confirm password").fill("aA1!aA1!");
  await clickForToast(other.getByRole("button", { name: "Create account" }), "User created successfully");
  await expect(other).toHaveURL(/\/login$/);
  await signIn(other, { email, password: "aA1!aA1!" });
  await expect(other).toHaveURL(/\/dashboard$/);
  await visitor.close();
});

visitorTest(
  "a used or unknown link is refused and keeps the input",
  { tag: "@desktop" },
  async ({ page }) => {
    await page.goto("/register?name=amara&token=made-up");
    await page.getByLabel("Password", { exact: true }).fill("aA1!aA1!");
    await page.getByLabel("Confirm password").fill("aA1!aA1!");
    await clickForToast(
      page.getByRole("button", { name: "Create account" }),
      "Error creating invited user",
      "Error! Try again.",
    );
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("aA1!aA1!");
  },
);
