import type { Page } from "@playwright/test";
import { api, expect, freshName, isPhone, toast } from "./support.ts";
import { makeTemplate } from "./templates.ts";

export const rows = (page: Page) => page.getByRole("table", { name: /Automations/ }).locator("tbody tr");
export const panel = (page: Page) => page.getByRole("dialog", { name: "Create Automation" });
export const combobox = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
export const textbox = (page: Page, name: string) => page.getByLabel(name, { exact: true });

export async function openList(page: Page) {
  await page.goto("/dashboard/automations");
  await expect(page.getByRole("heading", { level: 1, name: "Automations" })).toBeVisible();
}

export async function openPanel(page: Page) {
  await openList(page);
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  await expect(panel(page)).toBeVisible();
}

/** The open list covers the page. */
export async function pick(page: Page, label: string, option: string) {
  await combobox(page, label).click();
  await page.getByRole("option", { name: option, exact: true }).click();
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(combobox(page, label)).toHaveText(option);
}

export async function pickAll(page: Page, choices: Record<string, string>) {
  for (const [label, option] of Object.entries(choices)) await pick(page, label, option);
}

export async function createFor(page: Page, contact: string, trigger: object, subject?: string) {
  const template = await makeTemplate(page, subject);
  const name = freshName();
  const { id } = await api<{ id: string }>(page, "POST", "/automations/createAutomation", {
    name,
    trigger,
    condition: [{ type: "STRING", field: "Contact.name", operation: "EQUALS", value: contact }],
    action: { type: "SEND_EMAIL", templateId: template.id },
  });
  return { id, name, template: template.name };
}

export function startQuestion(page: Page, name: string) {
  return page.getByRole("alertdialog", { name: `Start ${name}?` });
}

export async function openAutomation(page: Page, name: string) {
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(/\/automations\/update\/[\w-]+$/);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

export async function removeAutomation(page: Page, name: string) {
  await openList(page);
  await openAutomation(page, name);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Automation deleted successfully")).toBeVisible();
}

export async function section(page: Page, name: "Rule" | "Recipients" | "History") {
  if (isPhone(page)) await page.getByRole("tab", { name }).click();
  return page.getByRole(isPhone(page) ? "tabpanel" : "region", { name, exact: true });
}
