import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useForm } from "react-hook-form";
import { PhoneField } from "./phone-field.tsx";

function Form({ phoneNumber }: { phoneNumber: string }) {
  return (
    <FormProvider {...useForm({ defaultValues: { phoneNumber } })}>
      <PhoneField name="phoneNumber" label="Phone number" />
    </FormProvider>
  );
}

test("a number is tidied after typing, not when it is only passed by", async () => {
  render(<Form phoneNumber="+1 (415) 555-0134" />);
  const box = screen.getByLabelText<HTMLInputElement>("Phone number");
  await userEvent.click(box);
  await userEvent.tab();
  expect(box.value).toBe("+1 (415) 555-0134");
  await userEvent.clear(box);
  await userEvent.type(box, "4155550199");
  await userEvent.tab();
  expect(box.value).toBe("+1 415 555 0199");
});

test("the country codes are four, and a number without one is American", async () => {
  render(<Form phoneNumber="" />);
  const country = screen.getByRole("combobox", { name: "Country code" });
  expect(country.textContent).toBe("+1 (US/CA)");
  await userEvent.click(country);
  const codes = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  expect(codes).toEqual(["+1 (US/CA)", "+44 (UK)", "+91 (IN)", "+61 (AU)"]);
});

test("the box keeps digits, spaces and plus alone", async () => {
  render(<Form phoneNumber="" />);
  const box = screen.getByLabelText<HTMLInputElement>("Phone number");
  await userEvent.type(box, "+44 (20) 7183-8750 ext. x");
  expect(box.value).toBe("+44 20 71838750  ");
});
