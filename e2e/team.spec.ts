import { newColleague } from "./colleague.ts";
import {
  api,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fill,
  freshName,
  isPhone,
  test,
  toast,
} from "./support.ts";

const PATH = "/dashboard/settings/team";

test("invites and removes a colleague with limited permissions", { tag: "@desktop" }, async ({
  page,
  browser,
}) => {
  await page.goto(PATH);
  const rows = page.locator("tbody tr");
  await expect(rows.first()).toContainText("You");
  await expect(page.getByText("You", { exact: true })).toHaveCount(1);

  const { lastName, page: own } = await newColleague(page, browser);
  await own.goto(new URL(PATH, page.url()).href);
  await expect(own.locator("tbody tr").first()).toContainText(lastName);
  await expect(own.locator("tbody tr").first()).toContainText("You");
  await expect(own.getByRole("button", { name: "Add Member" })).toHaveCount(0);
  await expect(own.getByRole("button", { name: /^(Remove|Actions for)/ })).toHaveCount(0);

  await page.reload();
  const name = `Amara ${lastName}`;
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  const question = page.getByRole("alertdialog", { name: `Remove ${name}?` });
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(toast(page, "User removed successfully")).toBeVisible();
  await expect(rows.filter({ hasText: lastName })).toHaveCount(0);

  await own.goto(new URL("/dashboard/sales", page.url()).href);
  await expect(own).toHaveURL(/\/login/);
  await own.context().close();
});

test("an invitation needs a role and offers its link", { tag: "@desktop" }, async ({ page }) => {
  const lastName = freshName();
  await page.goto(PATH);
  await page.getByRole("button", { name: "Add Member" }).click();
  const form = page.getByRole("dialog", { name: "Add member" });
  await form.getByRole("button", { name: "Invite" }).click();
  for (const message of [
    "First name is required",
    "Last name is required",
    "Invalid email format",
    "Required",
  ]) {
    await expect(form.getByText(message, { exact: true })).toBeVisible();
  }
  await fill(page, { "First name": "Amara", "Last name": lastName, Email: `${lastName}@example.com` });
  await expect(form.getByRole("radiogroup", { name: "Role" }).getByRole("radio")).toHaveCount(2);
  await form.getByRole("radio", { name: "Admin" }).check();
  await expectAccessible(page);
  const sent = page.waitForRequest(/inviteUser/);
  await form.getByRole("button", { name: "Invite" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ lastName, role: "ADMIN" });
  await expect(toast(page, "User invited successfully")).toBeVisible();
  const link = page.getByRole("dialog", { name: "Invitation for Amara" });
  await expect(link.getByLabel("Link")).toHaveValue(/\/register\?token=[\w-]{43}&name=Amara$/);
  await link.getByRole("button", { name: "Done" }).click();
  await expect(page.locator("tbody tr").filter({ hasText: lastName })).toContainText("Invited");

  const members: { id: string; lastName: string }[] = await api(page, "GET", "/organization/users");
  const id = members.find((member) => member.lastName === lastName)?.id;
  await api(page, "POST", "/authentication/removeUser", { id });
});

test("the team page is accessible and ends at 550 px", async ({ page }) => {
  await page.goto(PATH);
  await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
  if (!isPhone(page)) {
    const box = page.getByRole("region", { name: "Team table, scrollable" });
    expect(await box.evaluate((node) => getComputedStyle(node).maxHeight)).toBe("550px");
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("billing names the person to contact", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/settings/billing");
  await expect(page.getByRole("heading", { level: 1, name: "Billing" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute(
    "href",
    /^(mailto|https):/,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
