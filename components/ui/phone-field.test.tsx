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
