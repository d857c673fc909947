import type { Page } from "@playwright/test";
import {
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  isPhone,
  keysReady,
  person,
  signIn,
  test,
  toast,
  visitorTest,
} from "./support.ts";

async function pressSignOut(page: Page) {
  const phone = isPhone(page);
  await page.getByRole("button", { name: phone ? "More" : /^Account/ }).click();
  await page.getByRole(phone ? "button" : "menuitem", { name: "Sign out" }).click();
}

async function signOut(page: Page) {
  await pressSignOut(page);
  await expect(page).toHaveURL(/\/login$/);
}

visitorTest.describe("without a session", () => {
  visitorTest("signing in returns to the requested page", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/");
    await expect(page).toHaveURL(/\/login$/);
    await page.goto("/dashboard/contacts?q=a");
    await expect(page).toHaveURL(/\/login\?next=/);
    await Promise.all([expect(toast(page, "Login successful")).toContainText("Success!"), signIn(page)]);
    await expect(page).toHaveURL(/\/dashboard\/contacts\?q=a$/);
    await page.goto("/login");
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  visitorTest(
    "a wrong password keeps the email and moves the focus",
    { tag: "@desktop" },
    async ({ page }) => {
      await page.goto("/login");
      await Promise.all([
        expect(toast(page, "Incorrect Password")).toContainText("Error! Try again."),
        signIn(page, { email: "nobody@example.com", password: "wrong" }),
      ]);
      await expect(page.getByRole("main").getByRole("alert")).toHaveText("Incorrect Password");
      await expect(page.getByLabel("Email")).toHaveValue("nobody@example.com");
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    },
  );

  visitorTest(
    "an empty form shows what is missing; non-members book demos",
    { tag: "@desktop" },
    async ({ page }) => {
      await page.goto("/login");
      await expect(page.getByRole("link", { name: "Book a demo" })).toHaveAttribute(
        "href",
        /^(https|mailto):/,
      );
      await page.getByRole("button", { name: "Log in" }).click();
      await expect(page.getByText("Invalid email format")).toBeVisible();
      await expect(page.getByText("Password is required")).toBeVisible();
      await expect(page.getByLabel("Email")).toBeFocused();
      const description = await page.getByLabel("Email").getAttribute("aria-describedby");
      await expect(page.locator(`[id="${description}"]`)).toHaveText("Invalid email format");
    },
  );

  for (const path of [
    "/login",
    "/register?name=amara&token=abc",
    "/register",
    "/forgot-password",
    "/reset-password",
    "/reset-password?token=abc",
    "/nowhere",
  ]) {
    visitorTest(`${path} is accessible and fits`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  }

  visitorTest(
    "forgot password keeps the email and answers the same for every address",
    { tag: "@desktop" },
    async ({ page }) => {
      await page.goto("/login");
      const email = `${freshName()}@example.com`;
      await page.getByLabel("Email").fill(email);
      await page.getByRole("link", { name: "Forgot password" }).click();
      await expect(page).toHaveURL(/\/forgot-password/);
      await expect(page.getByLabel("Email")).toHaveValue(email);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("status")).toContainText(email);
      await page.getByLabel("Email").fill("amara");
      await expect(page.getByText("Invalid email format")).toBeVisible();
    },
  );

  visitorTest("an unknown path shows a message and a link home", { tag: "@desktop" }, async ({ page }) => {
    const response = await page.goto("/nowhere");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Go to support" })).toHaveAttribute(
      "href",
      /^(mailto|https):/,
    );
    await expect(page.getByRole("link", { name: "Go back home" })).toHaveAttribute("href", "/dashboard/");
    expect(response?.headers()).not.toHaveProperty("x-powered-by");
  });

  visitorTest(
    "remember me decides whether the session outlives the browser",
    { tag: "@desktop" },
    async ({ page, context }) => {
      await signIn(page);
      await page.waitForURL(/\/dashboard$/);
      const expiry = async () =>
        (await context.cookies()).find((cookie) => cookie.name.endsWith("session-token"))?.expires ?? 0;
      expect(await expiry()).toBe(-1);
      await context.clearCookies();
      await page.goto("/login");
      await signIn(page, person, true);
      await page.waitForURL(/\/dashboard$/);
      expect(await expiry()).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
    },
  );

  visitorTest(
    "signing out ends the session and clears the notifications",
    { tag: "@desktop" },
    async ({ page, context, browser }) => {
      await signIn(page);
      await page.waitForURL(/\/dashboard$/);
      const stolen = await context.storageState();
      await page.getByRole("button", { name: /^Account/ }).click();
      await clickForToast(page.getByRole("menuitem", { name: "Sign out" }), "Logged out successfully");
      await expect(page).toHaveURL(/\/login$/);
      await expect(toast(page, "Login successful")).toHaveCount(0);

      const replay = await browser.newContext({ storageState: stolen });
      const answer = await replay.request.get(new URL("/api/v1/users/me", page.url()).href);
      expect(answer.status()).toBe(401);
      const replayed = await replay.newPage();
      await replayed.goto(new URL("/dashboard/contacts", page.url()).href);
      await expect(replayed).toHaveURL(/\/login/);
      await replay.close();
    },
  );

  visitorTest("signing out asks before unsaved changes are lost", { tag: "@desktop" }, async ({ page }) => {
    await signIn(page);
    await page.waitForURL(/\/dashboard$/);
    await page.goto("/dashboard/settings");
    await keysReady(page);
    await page.getByLabel("First name").fill("Zoë");
    await pressSignOut(page);
    const question = page.getByRole("alertdialog", { name: "Save changes to Personal Information?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(page.getByLabel("First name")).toHaveValue("Zoë");
    await pressSignOut(page);
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  visitorTest(
    "a session that ended elsewhere leads to login and back",
    { tag: "@desktop" },
    async ({ page, context, browser }) => {
      await signIn(page);
      await page.waitForURL(/\/dashboard$/);
      await page.goto("/dashboard/products");
      const elsewhere = await browser.newContext({ storageState: await context.storageState() });
      const other = await elsewhere.newPage();
      await other.goto(page.url());
      await signOut(other);
      await elsewhere.close();
      await page.getByRole("link", { name: "Contacts" }).locator("visible=true").click();
      await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fcontacts/);
      await signIn(page);
      await expect(page).toHaveURL(/\/dashboard\/contacts$/);
    },
  );

  visitorTest("the token never reaches the browser", { tag: "@desktop" }, async ({ page }) => {
    const bodies: string[] = [];
    page.on("response", async (response) => {
      if (/json|html|x-component/.test(response.headers()["content-type"] ?? "")) {
        bodies.push(await response.text().catch(() => ""));
      }
    });
    await signIn(page);
    await page.waitForURL(/\/dashboard$/);
    await page.goto("/dashboard/contacts");
    await page.waitForLoadState("networkidle");
    const session = await page.request.get("/api/auth/session");
    expect(Object.keys(await session.json())).toEqual(["expires"]);
    expect(bodies.length).toBeGreaterThan(5);
    for (const body of bodies) expect(body).not.toMatch(/bearer|"token":"/i);
    expect(await page.evaluate(() => document.cookie)).not.toContain("session");
  });
});

test("the host's messages stay five seconds, longer when hovered", { tag: "@desktop" }, async ({ page }) => {
  await page.clock.install();
  await page.goto("/dashboard/contacts");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.route("**/api/v1/contacts/createContact", (route) => route.fulfill({ status: 201, json: {} }));
  await page.getByLabel("First name").fill("Toast");
  await page.getByLabel("Last name").fill("Test");
  await page.getByLabel("Email").fill("toast@example.com");
  await page.getByLabel("Phone number").fill("4155550134");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Create", exact: true }).last().click();
  const shown = toast(page, "Contact Created");
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await shown.isVisible()).toBe(true);
  }).toPass();
  await shown.hover();
  await page.clock.runFor(8_000);
  await expect(shown).toBeVisible();
  await page.mouse.move(5, 400);
  await page.clock.runFor(5_500);
  await expect(shown).toHaveCount(0);
});
