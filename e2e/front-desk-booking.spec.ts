import {
  bookBehind,
  bookButton,
  newContact,
  newMaya,
  openAt,
  openPanel,
  panel,
  someNumber,
  timesOf,
} from "./staff-booking.ts";
import {
  api,
  clickForToast,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  isPhone,
  keysReady,
  test,
  toast,
} from "./support.ts";

test("books an unknown caller on Thursday in four clicks", async ({ page, browser }) => {
  const colleague = await newMaya(page, browser);
  const number = someNumber();
  const name = `Rosalind ${freshName()}`;
  try {
    const shown = await openPanel(page); // click 1
    await page.keyboard.type(number);
    const nameBox = shown.getByRole("textbox", { name: "Name" });
    await nameBox.fill(name);
    await expect(shown).toContainText(
      `New contact. No email: no confirmation is sent, call ${number} to remind.`,
    );
    await shown.getByRole("radio", { name: `Maya ${colleague.lastName}` }).click(); // click 2
    const chip = shown.getByRole("button", { name: /^9:00 AM, Thursday/ }).first();
    await expect(shown.getByText("Next available with Maya")).toBeVisible();
    await chip.click(); // click 3
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
    await clickForToast(bookButton(shown), `${name} with Maya, Thu`, "Success!"); // click 4
    await expect(shown).toHaveCount(0);
    await expect(page).not.toHaveURL(/new=|person=|at=|minutes=/);

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
    const next = page.getByRole("tabpanel", { name: "Timeline" }).getByRole("listitem");
    await expect(next.filter({ hasText: `With Maya ${colleague.lastName}` })).toContainText("9:00 AM");
  } finally {
    await colleague.leave();
  }
});

test.describe("with refusals", () => {
  test.use({ failing: true });

  test("finds a caller by four digits, warns, undoes", { tag: "@desktop" }, async ({ page, browser }) => {
    const colleague = await newMaya(page, browser);
    try {
      const { personId, early } = await timesOf(page, colleague.lastName);
      const number = someNumber();
      const name = await newContact(page, number);
      const checks: string[] = [];
      page.on(
        "request",
        (request) => request.url().includes("/bookings/check?") && checks.push(request.url()),
      );
      await openAt(page, `person=${personId}&at=${early}`);
      const shown = panel(page);
      await expect(shown.getByRole("combobox", { name: "Caller" })).toBeFocused();
      const warning = shown.getByRole("alert");
      await expect(warning).toContainText("Outside hours. Maya works from 9:00 AM.");
      await expect(warning).toContainText("Book it anyway and the calendar shows your name.");
      await expect(shown.getByRole("button", { name: "Book anyway" })).toBeVisible();
      const asked = checks.length;
      await page.keyboard.type(number.slice(-4));
      const option = shown.getByRole("option", { name });
      await expect(option.locator("mark")).toHaveText(number.slice(-4));
      await page.keyboard.press("Control+A");
      await page.keyboard.type(number.slice(-7));
      await page.keyboard.press("Enter");
      await expect(shown).toContainText(`No email: no confirmation is sent, call ${number} to remind.`);
      await expect(shown.getByRole("radio", { name: `Maya ${colleague.lastName}` })).toBeChecked();

      expect(checks).toHaveLength(asked);
      await expectAccessible(page);
      await page.keyboard.press("Control+Enter");
      await expect(warning).toBeVisible();
      await clickForToast(
        shown.getByRole("button", { name: "Book anyway" }),
        `${name} with Maya`,
        "Success!",
      );
      await expect(shown).toHaveCount(0);
      type Booked = { name: string; allowed: string[] }[];
      const [contact] = await api<{ id: string }[]>(
        page,
        "GET",
        `/contacts/basic?page=1&limit=5&search=${name}`,
      );
      const bookings = () => api<Booked>(page, "GET", `/bookings/contact/${contact?.id}`);
      expect(await bookings()).toMatchObject([{ name, allowed: ["HOURS"] }]);
      await clickForToast(toast(page, name).getByRole("button", { name: "Undo" }), "Undone");
      expect(await bookings()).toEqual([]);
    } finally {
      await colleague.leave();
    }
  });

  test("shows other free times if someone else took the time", {
    tag: "@desktop",
  }, async ({ page, browser }) => {
    const colleague = await newMaya(page, browser);
    try {
      const { personId, firsts } = await timesOf(page, colleague.lastName);
      const [startsAt = ""] = firsts;
      const number = someNumber();
      await openAt(page, `person=${personId}&at=${startsAt}`);
      const shown = panel(page);
      const chip = shown.getByRole("button", { name: /^9:00 AM, Thursday/, pressed: true });
      await expect(chip).toBeVisible();
      await shown.getByRole("combobox", { name: "Caller" }).fill(number);
      await shown.getByRole("textbox", { name: "Name" }).fill("Rosalind");
      await bookBehind(page, { personId, startsAt });
      await bookButton(shown).click();
      await expect(shown.getByRole("alert")).toContainText(
        "Someone else just took this time. Maya is busy then.",
      );
      await expect(chip).toHaveCount(0);
      await expect(shown.getByRole("combobox", { name: "Caller" })).toHaveValue(number);
      await expect(shown.getByRole("textbox", { name: "Name" })).toHaveValue("Rosalind");
      await shown
        .getByRole("button", { name: /AM, Thursday|PM, Thursday/ })
        .first()
        .click();
      await expect(shown.getByRole("alert")).toHaveCount(0);
      await clickForToast(bookButton(shown), "Rosalind with Maya", "Success!");
    } finally {
      await colleague.leave();
    }
  });
});

test("a weekly series skips and names blocked times", { tag: "@desktop" }, async ({ page, browser }) => {
  const colleague = await newMaya(page, browser);
  try {
    const { personId, firsts } = await timesOf(page, colleague.lastName);
    const [startsAt = "", taken = ""] = firsts;
    await bookBehind(page, { personId, startsAt: taken });
    await openAt(page, `person=${personId}&at=${startsAt}`);
    const shown = panel(page);
    await shown.getByRole("combobox", { name: "Caller" }).fill(someNumber());
    await shown.getByRole("textbox", { name: "Name" }).fill("Rosalind");
    await shown.getByRole("button", { name: "Add note" }).click();
    await shown.getByRole("textbox", { name: "Note" }).fill("Her mother's ring");
    await shown.getByRole("button", { name: "Repeat" }).click();
    await shown.getByRole("combobox", { name: "How many more" }).click();
    await page.getByRole("option", { name: "2 more times", exact: true }).click();
    await expectAccessible(page);
    await clickForToast(bookButton(shown), "and 1 more.", "Success!");
    await expect(shown.getByRole("alert")).toHaveText("2 appointments booked, 1 left out:");
    await expect(shown.getByRole("listitem")).toContainText("Maya is busy then.");
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(shown).toHaveCount(0);
  } finally {
    await colleague.leave();
  }
});

test("opens from profile, key and top bar, and keeps its input", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/dashboard/contacts");
  const name = await newContact(page, someNumber(), `${freshName()}@example.com`.toLowerCase());
  const [contact] = await api<{ id: string }[]>(page, "GET", `/contacts/basic?page=1&limit=5&search=${name}`);
  await page.goto(`/dashboard/contacts/profile/${contact?.id}`);
  await page.getByRole("link", { name: "New appointment" }).click();
  const shown = panel(page);
  await expect(shown).toContainText(name);
  await expect(shown.getByRole("button", { name: "Choose another caller" })).toBeVisible();
  await shown.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(shown).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/appointments$/);

  await keysReady(page);
  await page.keyboard.press("n");
  const caller = shown.getByRole("combobox", { name: "Caller" });
  await expect(caller).toBeFocused();
  await page.keyboard.type("Rosalind");
  await shown.getByRole("option", { name: "New caller “Rosalind”" }).click();
  await expect(shown.getByRole("textbox", { name: "Name" })).toHaveValue("Rosalind");
  await bookButton(shown).click();
  await expect(shown.getByText("Phone number is required")).toBeVisible();

  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(shown.getByText("Draft restored")).toBeVisible();
  await expect(shown.getByRole("textbox", { name: "Name" })).toHaveValue("Rosalind");
  await shown.getByRole("button", { name: "Discard" }).click();
  await expect(shown.getByRole("textbox", { name: "Name" })).toHaveCount(0);
  await page.goBack();
  await expect(shown).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/appointments$/);
});
