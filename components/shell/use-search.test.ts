import { parentScreen } from "./top-bar.tsx";
import { hasSearch } from "./use-search.ts";

test.each([
  "/dashboard",
  "/dashboard/",
  "/dashboard/settings",
  "/dashboard/settings/team",
  "/dashboard/appointments",
  "/dashboard/templates/edit/0",
  "/dashboard/contacts/profile/7",
  "/dashboard/automations/update/1",
])("shows no search box on %s", (path) => {
  expect(hasSearch(path)).toBe(false);
});

test.each([
  "/dashboard/contacts",
  "/dashboard/products",
  "/dashboard/sales",
  "/dashboard/templates",
  "/dashboard/automations",
])("shows a search box on %s", (path) => {
  expect(hasSearch(path)).toBe(true);
});

test.each([
  ["/dashboard/contacts/profile/7", "/dashboard/contacts"],
  ["/dashboard/settings/team", "/dashboard/settings"],
  ["/dashboard/contacts", "/dashboard"],
])("goes up from %s to %s", (path, parent) => {
  expect(parentScreen(path)).toBe(parent);
});
