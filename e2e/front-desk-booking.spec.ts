import type { Browser, Locator, Page } from "@playwright/test";
import { newColleague } from "./colleague.ts";
import {
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  isPhone,
  test,
} from "./support.ts";

const THURSDAY = 4;

/** Maya, who works on Thursdays alone, from 9 to 5. */
async function maya(page: Page, browser: Browser) {
  await page.goto("/dashboard/appointments");
  const colleague = await newColleague(page, browser, "USER", "Maya");
  const availability = Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => day === THURSDAY && hour >= 9 && hour < 17),
  );
  await api(colleague.page, "POST", "/unipile/setCalendar", { calendarId: "store", availability });
  await page.reload();
  return colleague;
}

const panel = (page: Page) =>
  isPhone(page)
    ? page.getByRole("dialog", { name: "New appointment" })
    : page.getByRole("complementary", { name: "New appointment" });

const someNumber = () => `(415) 555-${String(Math.floor(Math.random() * 10_000)).padStart(4, "0")}`;

/** Presses New, which is there before it hears anything. */
async function openPanel(page: Page) {
  const shown = panel(page);
  await expect(async () => {
    if (!(await shown.isVisible())) await page.getByRole("button", { name: "New appointment" }).click();
    await expect(shown).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(shown.getByRole("combobox", { name: "Caller" })).toBeFocused();
  return shown;
}

const bookButton = (shown: Locator) => shown.getByRole("button", { name: /^Book/ });

test("the phone rings: somebody new with a number alone is booked with Maya on Thursday in four clicks", async ({
  page,
  browser,
}) => {
  const colleague = await maya(page, browser);
  const number = someNumber();
  const name = `Rosalind ${freshName()}`;
  try {
    const shown = await openPanel(page); // 1
    await page.keyboard.type(number);
    const nameBox = shown.getByRole("textbox", { name: "Name" });
    await nameBox.fill(name);
    await expect(shown).toContainText(`New contact. No email: no mail is sent, call ${number} to remind.`);
    await shown.getByRole("radio", { name: `Maya ${colleague.lastName}` }).click(); // 2
    const chip = shown.getByRole("button", { name: /^9:00 AM, Thursday/ }).first();
    await expect(shown.getByText("Next free with Maya")).toBeVisible();
    await chip.click(); // 3
    await expect(chip).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    if (isPhone(page)) {
      await expect(bookButton(shown)).toHaveText(/^Book Thu 9:00 AM with Maya$/);
      for (const button of await shown.getByRole("button").all()) {
        const size = await button.boundingBox();
        expect([await button.textContent(), (size?.height ?? 44) >= 44]).toEqual([
          await button.textContent(),
          true,
        ]);
      }
    }
    await clickForToast(bookButton(shown), `${name} with Maya, Thu`, "Success!"); // 4
    await expect(shown).toHaveCount(0);
    await expect(page).not.toHaveURL(/new=|person=|at=/);

    const lastFour = number.slice(-4);
    const found: { id: string; name: string; phoneNumber: string }[] = await api(
      page,
      "GET",
      `/contacts/basic?page=1&limit=100&search=${lastFour}`,
    );
    const contact = found.find((one) => one.name === name);
    const mails: { toName: string }[] = await api(
      page,
      "GET",
      `/mails?search=${name.split(" ")[1]}&limit=50`,
    );
    expect(mails.filter(({ toName }) => toName === name)).toEqual([]);
    await page.goto(`/dashboard/contacts?q=${lastFour}`);
    await page.getByRole("link", { name }).first().click();
    await expect(page).toHaveURL(new RegExp(`/profile/${contact?.id}`));
    if (isPhone(page)) await page.getByRole("tab", { name: "Appointments" }).click();
    await expect(page.getByRole("region", { name: "Appointments list, scrollable" })).toContainText(
      `9:00 AM · Maya ${colleague.lastName}`,
    );
  } finally {
    await colleague.leave();
  }
});
