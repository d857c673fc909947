import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Select } from "./select.tsx";

const options = ["Equals", "Is less than", "Is more than"].map((label) => ({ value: label, label }));

function Operation() {
  const [value, setValue] = useState("");
  return (
    <Select label="Operation" value={value} options={options} placeholder="Choose…" onChange={setValue} />
  );
}

const button = () => screen.getByRole("combobox", { name: "Operation" });

test("opens by key and returns the focus", async () => {
  render(<Operation />);
  expect(button().textContent).toBe("Choose…");
  button().focus();
  await userEvent.keyboard("{ArrowDown}");
  await screen.findByRole("listbox");
  await userEvent.click(screen.getByRole("option", { name: "Is less than" }));
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(button().textContent).toBe("Is less than");
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(button());
});

test("jumps to the next option that starts with the typed letter", async () => {
  render(<Operation />);
  button().focus();
  for (const expected of ["Is less than", "Is more than", "Is less than"]) {
    await userEvent.keyboard("i");
    expect(button().textContent).toBe(expected);
  }
  await userEvent.keyboard("x");
  expect(button().textContent).toBe("Is less than");
});
