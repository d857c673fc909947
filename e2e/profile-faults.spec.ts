import { label, openProfile, section, show } from "./profile.ts";
import { answerCalls, clickForToast, expect, expectAccessible, test } from "./support.ts";

test.use({ failing: true });

const FAULT = { status: 500, json: {} };

test("a refused update returns to viewing and keeps the input", { tag: "@desktop" }, async ({ page }) => {
  const { name } = await openProfile(page);
  const acceptAgain = await answerCalls(page, /\/updateContact\//, {
    status: 400,
    json: { message: "The name is taken" },
  });
  const profile = section(page, "Profile");
  await profile.getByRole("button", { name: "Edit" }).click();
  await label(page, "First name").fill("Zoë");
  await clickForToast(
    profile.getByRole("button", { name: "Save" }),
    "Profile update failed",
    "Error! Try again.",
  );
  await expect(profile.getByRole("alert")).toContainText("The name is taken");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await profile.getByRole("button", { name: "Edit" }).click();
  await expect(label(page, "First name")).toHaveValue("Zoë");
  await acceptAgain();
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Zoë");
  await expect(profile.getByRole("alert")).toHaveCount(0);
});

test("the second of two editors chooses field by field", { tag: "@desktop" }, async ({ page }) => {
  const { last } = await openProfile(page);
  const profile = section(page, "Profile");
  await profile.getByRole("button", { name: "Edit" }).click();
  await label(page, "First name").fill("Zoë");
  const colleague = await page.context().newPage();
  await colleague.goto(page.url());
  await colleague.getByRole("button", { name: "Edit", exact: true }).click();
  await label(colleague, "First name").fill("Mara");
  await label(colleague, "Phone number").fill("+1 415 555 0199");
  await colleague.getByRole("button", { name: "Save" }).click();
  await expect(colleague.getByRole("heading", { level: 1 })).toHaveText(`Mara ${last}`);
  await colleague.close();

  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByRole("alert")).toContainText("Changed by someone else");
  await expect(label(page, "First name")).toHaveValue("Zoë");
  await expect(label(page, "Phone number")).toHaveValue("+1 415 555 0199");
  await expectAccessible(page);
  await page.getByRole("radio", { name: "First name: theirs" }).check();
  await expect(label(page, "First name")).toHaveValue("Mara");
  await page.getByRole("radio", { name: "First name: mine" }).check();
  await expect(label(page, "First name")).toHaveValue("Zoë");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Zoë ${last}`);
  await expect(profile.getByRole("alert")).toHaveCount(0);
});

test("a refused note keeps its text", { tag: "@desktop" }, async ({ page }) => {
  await openProfile(page);
  await show(page, "Notes");
  await answerCalls(page, /\/notes$/, FAULT);
  await label(page, "New note").fill("Prefers yellow gold");
  await clickForToast(
    section(page, "Notes").getByRole("button", { name: "Add note" }),
    "Note creation failed",
  );
  await expect(section(page, "Notes").getByRole("alert")).toHaveText("Note creation failed");
  await expect(label(page, "New note")).toHaveValue("Prefers yellow gold");
});

test("each section fails separately and can be loaded again", { tag: "@desktop" }, async ({ page }) => {
  const answerAgain = await answerCalls(page, /\/getAllPurchasesByContactId\//, FAULT);
  await openProfile(page);
  await show(page, "Sales");
  const sales = section(page, "Sales");
  await expect(sales.getByRole("alert")).toContainText("Failed to fetch sales");
  await show(page, "Notes");
  await expect(section(page, "Notes")).toContainText("No Notes found");
  await answerAgain();
  await show(page, "Sales");
  await sales.getByRole("button", { name: "Try again" }).click();
  await expect(sales).toContainText("No sales found");
});

test("a timeline that fails to load can be loaded again", { tag: "@desktop" }, async ({ page }) => {
  const answerAgain = await answerCalls(page, /\/timeline/, FAULT);
  await openProfile(page);
  await show(page, "Timeline");
  const alert = section(page, "Timeline").getByRole("alert");
  await expect(alert).toBeVisible();
  await answerAgain();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(section(page, "Timeline")).toContainText("created this contact");
});

test("a missing contact shows a message and a link back", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts/profile/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { level: 1, name: "Contact not found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to contacts" }).click();
  await expect(page).toHaveURL(/\/dashboard\/contacts$/);
  await page.goto("/dashboard/contacts/profile/no%20id");
  await expect(page.getByRole("heading", { level: 1, name: "Contact not found" })).toBeVisible();
});
