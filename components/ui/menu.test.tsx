import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Menu } from "./menu.tsx";

const items = [{ label: "Export" }, { label: "Import" }];
const focused = () => document.activeElement?.textContent;

test("focuses the first item if opened with a key", async () => {
  render(<Menu label="Contacts menu" items={items} />);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("menuitem", { name: "Export" });
  expect(focused()).toBe("Export");
  await userEvent.keyboard("{ArrowDown}");
  expect(focused()).toBe("Import");
});

test("a menu opened with the mouse highlights nothing", async () => {
  render(<Menu label="Contacts menu" items={items} />);
  await userEvent.click(screen.getByRole("button"));
  await screen.findByRole("menuitem", { name: "Export" });
  expect(focused()).not.toBe("Export");
});
