import type { Page } from "@playwright/test";
import { api, expect, freshName, isPhone } from "./support.ts";

export const rows = (page: Page) => page.getByRole("table", { name: /Templates/ }).locator("tbody tr");
export const content = (page: Page) => page.getByLabel("Content", { exact: true });
export const unsaved = (page: Page) => page.getByText("Unsaved changes", { exact: true });
export const subject = (page: Page) => page.getByLabel("Subject", { exact: true });

export async function preview(page: Page) {
  if (isPhone(page)) await page.getByRole("tab", { name: "Preview" }).click();
  return page.getByRole(isPhone(page) ? "tabpanel" : "region", { name: "Preview" });
}

export async function openNew(page: Page, query = "") {
  await page.goto(`/dashboard/templates/edit/0${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "Create Template" })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeEnabled();
}

export async function save(page: Page) {
  await page.getByRole("button", { name: "Save Template" }).click();
}

export async function expectSaved(page: Page) {
  await expect(page).toHaveURL(/\/templates\/edit\/(?!0$)[\w-]+$/);
  await expect(page.getByRole("heading", { level: 1, name: "Edit Template" })).toBeVisible();
}

export async function makeTemplate(page: Page, subject = "Hello", content = "Dear friend,") {
  const template = { name: freshName(), subject, content };
  const { data } = await api<{ data: { id: string } }>(page, "POST", "/templates/createTemplate", template);
  return { id: data.id, name: template.name };
}

export async function openMade(page: Page, words = "Dear friend,"): Promise<string> {
  const { id, name } = await makeTemplate(page, "Hello", words);
  await page.goto(`/dashboard/templates/edit/${id}`);
  // The field is filled during hydration.
  await expect(content(page)).toHaveValue(words);
  return name;
}

export async function openList(page: Page) {
  await page.goto("/dashboard/templates");
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
}

export async function choose(page: Page, verb: "Edit" | "Duplicate" | "Delete", name: string) {
  if (isPhone(page)) {
    await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: verb, exact: true }).click();
  } else {
    const role = verb === "Delete" ? "button" : "link";
    await page.getByRole(role, { name: `${verb} ${name}`, exact: true }).click();
  }
}
