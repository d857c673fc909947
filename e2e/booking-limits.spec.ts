import type { Page } from "@playwright/test";
import { startCaptcha } from "./captcha-service.ts";
import { startDeployment } from "./deployment.ts";
import {
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  signIn,
  visitorTest,
} from "./support.ts";
import { asOwner, chooseAny } from "./visitor.ts";

/** The captcha and the limits would break other journeys. */
const test = visitorTest.extend<object, { site: { url: string } }>({
  site: [
    async ({ browserName: _ }, use) => {
      const captcha = await startCaptcha();
      const { url, stop } = await startDeployment(captcha.env);
      await use({ url });
      await stop();
      captcha.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

const SETTINGS = "/dashboard/settings/appointments";

async function fillIn(page: Page, email: string) {
  await chooseAny(page);
  await page.getByLabel("Name", { exact: true }).fill("Zoë Frost");
  await page.getByLabel("Email").fill(email);
}

const confirmPerson = (page: Page) =>
  page.frameLocator("iframe[title=Captcha]").getByLabel("I am a person").check();
const send = (page: Page) => page.getByRole("button", { name: "Book appointment" }).click();

test("the owner limits the appointments per visitor", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await page.waitForURL(/\/dashboard/);
  await page.goto(SETTINGS);
  const card = page.getByRole("region", { name: "Booking limit" });
  const field = card.getByLabel("Upcoming appointments per visitor");
  await expect(field).toHaveValue("5");
  await expect(card.locator("form[inert]")).toHaveCount(0);
  await field.fill("51");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Must be from 1 to 50")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await field.fill("3");
  await clickForToast(card.getByRole("button", { name: "Save" }), "Saved");
  await page.reload();
  await expect(field).toHaveValue("3");
});

test("shows a visitor at the limit a message and new captcha", { tag: "@desktop" }, async ({
  page,
  baseURL,
}) => {
  const owner = await asOwner(baseURL);
  await owner.allow(1);
  const title = freshName();
  const path = await owner.addType(title);
  await owner.close();
  const email = `${title.toLowerCase()}@example.com`;
  await page.goto(path);
  await fillIn(page, email);
  await confirmPerson(page);
  await send(page);
  await expect(page.getByRole("heading", { name: "Your appointment is booked" })).toBeVisible();
  await page.goto(path);
  await fillIn(page, email.replace("@", "+again@"));
  await confirmPerson(page);
  await send(page);
  await expect(
    page.getByText(/You already have an upcoming appointment here\. Cancel it first/),
  ).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Zoë Frost");
  await expectAccessible(page);
  await page.getByLabel("Email").fill(`other-${email}`);
  await send(page);
  await expect(page.getByText("Please confirm that you’re not a robot")).toBeVisible();
  await confirmPerson(page);
  await send(page);
  await expect(page.getByRole("heading", { name: "Your appointment is booked" })).toBeVisible();
});

test("asks for the captcha, and loads it on no other page", { tag: "@desktop" }, async ({
  page,
  baseURL,
}) => {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const login = await page.goto("/login");
  const owner = await asOwner(baseURL);
  const path = await owner.addType(freshName());
  await owner.close();
  const booking = await page.goto(path);
  const policy = (answer: typeof login) => answer?.headers()["content-security-policy"] ?? "";
  expect(policy(login)).not.toContain("http://127.0.0.1");
  expect(policy(booking)).toContain("http://127.0.0.1");
  await fillIn(page, "nobody@example.com");
  await expect(page.frameLocator("iframe[title=Captcha]").getByLabel("I am a person")).toBeVisible();
  await send(page);
  await expect(page.getByText("Please confirm that you’re not a robot")).toBeVisible();
  await expect(page.getByRole("group", { name: "Robot check" })).toBeFocused();
  await expectNoSidewaysScroll(page);
  expect(problems).toEqual([]);
});

test("staff without permission don't see the limit", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page, { email: "staff@example.com", password: "Welcome-1" });
  await page.waitForURL(/\/dashboard/);
  await page.goto(SETTINGS);
  await expect(page.getByRole("button", { name: "Add", exact: true }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Booking limit" })).toHaveCount(0);
});
