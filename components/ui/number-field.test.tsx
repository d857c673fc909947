import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useForm } from "react-hook-form";
import { clamp, NumberField } from "./number-field.tsx";

test.each([
  [3, 5, 10, 5],
  [12, 5, 10, 10],
  [7, 5, 10, 7],
  [-3, undefined, undefined, -3],
])("clamp(%d, %p, %p) = %d", (value, min, max, expected) => {
  expect(clamp(value, min, max)).toBe(expected);
});

const saved = jest.fn();

function Form() {
  const form = useForm({ defaultValues: { days: 30 } });
  return (
    <FormProvider {...form}>
      <form onSubmit={form.handleSubmit((values) => saved(values))}>
        <NumberField name="days" label="Days" min={1} max={90} />
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  );
}

test("leaves a number alone while typing, and clamps it afterwards", async () => {
  render(<Form />);
  const box = screen.getByLabelText<HTMLInputElement>("Days");
  await userEvent.clear(box);
  await userEvent.type(box, "400");
  expect(box.value).toBe("400");
  await userEvent.tab();
  expect(box.value).toBe("90");
  await userEvent.clear(box);
  await userEvent.click(screen.getByText("Save"));
  expect(saved).toHaveBeenCalledWith({ days: null });
});
