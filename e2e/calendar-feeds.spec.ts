import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./support.ts";

test("creates a calendar feed, and replaces its link", {
  tag: "@desktop",
}, async ({ page, request }) => {
  await page.goto("/dashboard/settings/integrations");
  const section = page.getByRole("region", { name: "Appointments in other calendars" });
  await expect(section).toBeVisible();
  const mine = section.getByLabel("My appointments");
  if (!(await mine.isVisible())) await section.getByRole("button", { name: "Create my link" }).click();
  const url = await mine.inputValue();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const path = new URL(url).pathname;
  await expect(async () => {
    const first = await request.get(path, { headers: { cookie: "" } });
    expect([first.status(), first.headers()["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(await first.text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
    const etag = first.headers().etag ?? "";
    const again = await request.get(path, { headers: { "if-none-match": etag } });
    expect([again.status(), await again.text()]).toEqual([304, ""]);
    // Another journey may add a booking in between.
  }).toPass();

  await section.getByRole("button", { name: "New link" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Create new link" }).click();
  await expect(mine).not.toHaveValue(url);
  expect((await request.get(path)).status()).toBe(404);
});
