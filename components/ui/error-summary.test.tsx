import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as z from "zod/mini";
import { TextField } from "./field.tsx";
import { FormModal } from "./form-modal.tsx";

const text = z.string().check(z.minLength(1, "Required"));

function show(count: number) {
  const names = Array.from({ length: count }, (_, i) => `Field ${i + 1}`);
  render(
    <FormModal
      title="New thing"
      schema={z.object(Object.fromEntries(names.map((name) => [name, text])))}
      values={Object.fromEntries(names.map((name) => [name, ""]))}
      submitLabel="Create"
      onSubmit={async () => null}
      onClose={() => {}}
    >
      {names.map((name) => (
        <TextField key={name} name={name} label={name} />
      ))}
    </FormModal>,
  );
}

const submit = () => userEvent.click(screen.getByRole("button", { name: "Create" }));
const links = (...names: string[]) =>
  waitFor(() => {
    const shown = screen.queryAllByRole("button", { name: /^Field/ });
    expect(shown.map(({ textContent }) => textContent)).toEqual(names);
  });

test("links the invalid fields of a long form", async () => {
  show(6);
  await userEvent.type(screen.getByLabelText("Field 2"), "x");
  await links();
  await submit();
  await links("Field 1", "Field 3", "Field 4", "Field 5", "Field 6");
  expect(document.activeElement).toBe(screen.getByLabelText("Field 1"));
  await userEvent.click(screen.getByRole("button", { name: "Field 4" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Field 4"));
  await userEvent.keyboard("x");
  await links("Field 1", "Field 3", "Field 5", "Field 6");
});

test("shows no summary for a short form", async () => {
  show(5);
  await submit();
  expect(screen.getAllByText("Required")).toHaveLength(5);
  await links();
});
