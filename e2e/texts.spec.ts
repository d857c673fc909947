import { discard, takeIn } from "./repairs.ts";
import { api, expect, expectAccessible, freshName, test, toast } from "./support.ts";
import { content, expectSaved, openNew, rows, save, subject } from "./templates.ts";

test.describe(() => {
  test.use({ failing: true });
  test("texts the customer of a task with a template", { tag: "@desktop" }, async ({ page }) => {
    const ticket = await takeIn(page);
    const name = freshName();
    await openNew(page);
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await expect(subject(page)).toHaveCount(0);
    await page.getByLabel("Name", { exact: true }).fill(name);
    await content(page).fill("Hi {{firstName}}, your ring is ready.");
    await expect(page.getByText("37 characters, 1 text")).toBeVisible();
    await expectAccessible(page);
    await save(page);
    await expectSaved(page);
    await page.goto(`/dashboard/templates?q=${name}`);
    await expect(rows(page)).toContainText("Sent from your phone");

    const { contactId } = ticket;
    const task = await api<{ id: string }>(page, "POST", "/tasks", {
      ...{ what: `Ring ${name}`, detail: "", personId: null, contact: { id: contactId, name: "Nadia" } },
      ...{ dueDay: "2026-01-01", dueTime: "", repeat: "NONE" },
    });
    await page.goto(`/dashboard?task=${task.id}`);
    const form = page.getByRole("dialog", { name: "Edit task" });
    await form.getByRole("button", { name: /^Text Nadia/ }).click();
    const sheet = page.getByRole("dialog", { name: "Text Nadia" });
    await sheet.getByRole("button", { name: "Use a template" }).click();
    await page.getByRole("menuitem", { name }).click();
    const text = "Hi Nadia, your ring is ready.";
    await expect(sheet.getByRole("textbox", { name: "Message" })).toHaveValue(text);
    await expectAccessible(page);

    const refuse = (isRefused: boolean) => api(page, "POST", `/contacts/${contactId}/texts`, { isRefused });
    await refuse(true);
    await sheet.getByRole("button", { name: "I sent it" }).click();
    await expect(sheet.getByText("No texts.")).toBeVisible();
    const notes = () => api<{ content: string }[]>(page, "GET", `/notes/contact/${contactId}`);
    expect(await notes()).toEqual([]);
    await refuse(false);
    await page.reload();
    await form.getByRole("button", { name: /^Text Nadia/ }).click();
    await sheet.getByRole("button", { name: "Use a template" }).click();
    await page.getByRole("menuitem", { name }).click();
    await expect(sheet.getByRole("textbox", { name: "Message" })).toHaveValue(text);
    await sheet.getByRole("button", { name: "I sent it" }).click();
    await expect(toast(page, "Text noted in the timeline")).toBeVisible();
    expect((await notes()).map((note) => note.content)).toEqual([`Texted: ${text}`]);
    await expect(form).toBeVisible();
    await api(page, "DELETE", `/tasks/${task.id}`);
    await discard(page, [ticket]);
  });
});

test("takes in a piece from its sale", { tag: "@desktop" }, async ({ page }) => {
  const ticket = await takeIn(page);
  const [category] = await api<{ id: string; name: string }[]>(
    page,
    "GET",
    "/product-categories/getMyProductCategoriesBasic?page=1&limit=1",
  );
  const invoiceNumber = `INV-${freshName()}`;
  const piece = `Sapphire halo ring ${freshName()}`;
  await api(page, "POST", "/purchases/createPurchase", {
    ...{ cost: 2040, createdAt: new Date().toISOString(), invoiceNumber, productCategory: category },
    contact: { id: ticket.contactId, name: "Nadia" },
    items: [{ productCategory: category, description: piece, quantity: 1, price: 2040 }],
  });
  await page.goto(`/dashboard/sales?q=${invoiceNumber}`);
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Take in for repair" }).click();
  const form = page.getByRole("form", { name: "New repair" });
  await expect(form.getByRole("combobox", { name: "Piece" })).toHaveValue(piece);
  await expect(form).toContainText("Nadia");
  await expect(form.getByText(`Bought here, ${invoiceNumber}`)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("combobox", { name: "Piece" }).fill("Silver chain");
  await expect(form.getByText("Bought here")).toHaveCount(0);
  await discard(page, [ticket]);
});
