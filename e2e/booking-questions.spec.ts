import { openCard } from "./bookings.ts";
import { signedOutPage } from "./colleague.ts";
import {
  api,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  freshName,
  keysReady,
  test,
  toast,
} from "./support.ts";
import { chooseAny, waitForHydration } from "./visitor.ts";

const PATH = "/dashboard/settings/appointments";

type Question = { text: string; kind: string; options: string[]; isRequired: boolean };
type Type = { id: string; name: string; appointmentBookingLink: string; questions: Question[] };

test("adds, reorders and removes a type's questions", { tag: "@desktop" }, async ({ page }) => {
  const name = freshName();
  const saved = async () =>
    (await api<Type[]>(page, "GET", "/appointmentTypes")).find((one) => one.name === name);
  await page.goto(PATH);
  await api(page, "POST", "/appointmentTypes", { name, defaultMeetingLength: 60, daysInAdvance: 30 });
  const id = (await saved())?.id;
  await page.goto(`${PATH}/${id}`);
  await keysReady(page);
  const part = page.getByRole("region", { name: "Questions to the visitor" });
  const question = (number: number) => part.getByLabel(`Question ${number}`, { exact: true });
  const item = (number: number) => part.getByRole("listitem").nth(number - 1);
  const add = part.getByRole("button", { name: "Add question" });
  await add.click();
  await expect(question(1)).toBeFocused();
  await page.keyboard.type("Ring size, if you know it");
  await add.click();
  await page.keyboard.type("What do you have in mind?");
  await item(2).getByRole("combobox", { name: "Answer" }).click();
  await page.getByRole("option", { name: "Choice" }).click();
  await item(2).getByLabel("Required").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(item(2).getByText("At least two choices")).toBeVisible();
  await item(2).getByLabel("Choices").fill("An engagement ring\n\nA repair");
  await add.click();
  await page.keyboard.type("Whom do we call?");
  await item(3).getByRole("combobox", { name: "Answer" }).click();
  await page.getByRole("option", { name: "Phone number" }).click();
  await expect(page.getByRole("region", { name: "In words" })).toContainText("Asks 3 questions, 1 required.");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await part.getByRole("button", { name: "Move question 2", exact: true }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(question(1)).toHaveValue("What do you have in mind?");
  await expect(item(1).getByLabel("Choices")).toHaveValue("An engagement ring\n\nA repair");
  await expect(part.getByRole("button", { name: "Move question 1", exact: true })).toBeFocused();
  await expect(part.getByRole("status")).toHaveText("Question 2 is question 1 of 3 now");
  const grip = part.getByRole("button", { name: "Move question 3", exact: true });
  await grip.scrollIntoViewIfNeeded();
  await grip.hover();
  await page.mouse.down();
  const above = await part.getByRole("button", { name: "Move question 2", exact: true }).boundingBox();
  await page.mouse.move((above?.x ?? 0) + 5, (above?.y ?? 0) + 5, { steps: 4 });
  await page.mouse.up();
  await expect(question(2)).toHaveValue("Whom do we call?");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Sucessfully updated")).toBeVisible();
  const texts = ["What do you have in mind?", "Whom do we call?", "Ring size, if you know it"];
  const asked = (await saved())?.questions ?? [];
  expect(asked.map(({ text }) => text)).toEqual(texts);
  expect(asked[0]).toMatchObject({
    ...{ kind: "CHOICE", isRequired: true },
    options: ["An engagement ring", "A repair"],
  });
  await page.reload();
  await expect(question(3)).toHaveValue("Ring size, if you know it");
  await part.getByRole("button", { name: "Remove question 2", exact: true }).click();
  await expect(part.getByRole("listitem")).toHaveCount(2);
  await expect(add).toBeFocused();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await saved())?.questions.length).toBe(2);
  await page.goto(PATH);
  await api(page, "DELETE", `/appointmentTypes/${id}`);
});

test("staff see a visitor's answers after the question is removed", { tag: "@desktop" }, async ({
  page,
  browser,
}) => {
  const title = freshName();
  await page.goto("/dashboard/settings/billing");
  const me = await api<{ id: string }>(page, "GET", "/users/me");
  const form = { name: title, defaultMeetingLength: 15, daysInAdvance: 60, people: [me.id] };
  const ask = { options: [], isRequired: false };
  const questions = [
    { ...ask, id: "size", text: "Ring size, if you know it", kind: "TEXT" },
    {
      ...{ id: "mind", text: "What do you have in mind?", kind: "CHOICE" },
      ...{ options: ["An engagement ring", "A repair"], isRequired: true },
    },
    { ...ask, id: "call", text: "Whom do we call?", kind: "PHONE" },
  ];
  await api(page, "POST", "/appointmentTypes", { ...form, questions });
  const type = (await api<Type[]>(page, "GET", "/appointmentTypes")).find(({ name }) => name === title);
  const { pathname } = new URL(type?.appointmentBookingLink ?? "");
  const email = `${title.toLowerCase()}@example.com`;

  const visitor = await signedOutPage(browser, page);
  await visitor.goto(new URL(page.url()).origin + pathname);
  await waitForHydration(visitor);
  await chooseAny(visitor);
  await visitor.getByLabel("Name", { exact: true }).fill("Zoë Frost");
  await visitor.getByLabel("Email").fill(email);
  await visitor.getByLabel("Ring size, if you know it").fill("6½");
  await visitor.getByLabel("Whom do we call?").fill("my mother");
  await visitor.getByRole("button", { name: "Book appointment" }).click();
  await expect(visitor.getByText("Required", { exact: true })).toBeVisible();
  await expect(visitor.getByText("Invalid phone number")).toBeVisible();
  await expect(visitor.getByLabel("What do you have in mind?")).toBeFocused();
  await expectAccessible(visitor);
  await expectNoSidewaysScroll(visitor);
  await visitor.getByLabel("What do you have in mind?").selectOption("A repair");
  await visitor.getByLabel("Whom do we call?").fill("+44 20 71838750");

  const more = { ...ask, id: "photo", text: "May we take a photo?", kind: "TEXT", isRequired: true };
  await api(page, "PUT", `/appointmentTypes/${type?.id}`, { ...form, questions: [...questions, more] });
  const sent = visitor.waitForResponse((response) => response.request().method() === "POST");
  await visitor.getByRole("button", { name: "Book appointment" }).click();
  expect((await sent).status()).toBe(409);
  await expect(visitor.getByText("Please check the questions again")).toBeVisible();
  await expect(visitor.getByLabel("What do you have in mind?")).toHaveValue("A repair");
  await visitor.getByLabel("May we take a photo?").fill("Yes");
  await visitor.getByRole("button", { name: "Book appointment" }).click();
  await expect(visitor.getByRole("heading", { name: "Your appointment is booked" })).toBeVisible();
  await visitor.context().close();

  await api(page, "PUT", `/appointmentTypes/${type?.id}`, { ...form, questions: [] });
  type Contact = { id: string; phoneNumber: string };
  const [contact] = await api<Contact[]>(page, "GET", `/contacts/?search=${email}&page=1&limit=50`);
  expect(contact?.phoneNumber).toBe("+44 20 7183 8750");
  type Booking = { startsAt: string };
  const [{ startsAt = "" } = {}] = await api<Booking[]>(page, "GET", `/bookings/contact/${contact?.id}`);
  const { card } = await openCard(page, { title, startsAt, email, slug: "" });
  await expect(card).toContainText("With Priya Raman");
  await expect(card).toContainText("What do you have in mind?A repair");
  await expect(card.getByRole("link", { name: "+44 20 7183 8750" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card.getByRole("link", { name: "Zoë Frost" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Zoë Frost" })).toBeVisible();
  await expect(page.getByText("Ring size, if you know it")).toBeVisible();
  await expect(page.getByText("6½")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await api(page, "DELETE", `/appointmentTypes/${type?.id}`);
});
