import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useForm } from "react-hook-form";
import { PhoneField } from "./phone-field.tsx";

function Form({ phoneNumber, timezone }: { phoneNumber: string; timezone?: string }) {
  const form = useForm({ defaultValues: { phoneNumber } });
  return (
    <FormProvider {...form}>
      <PhoneField name="phoneNumber" label="Phone number" timezone={timezone} />
      <button type="button" onClick={() => form.setValue("phoneNumber", "+44 20 7183 8750")}>
        Use theirs
      </button>
      <output>{form.watch("phoneNumber")}</output>
    </FormProvider>
  );
}

test("formats a number after typing, not after focusing", async () => {
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

test("stores the formatted number while it is typed", async () => {
  render(<Form phoneNumber="+33 1 70 18 99 00" />);
  const box = screen.getByLabelText<HTMLInputElement>("Phone number");
  box.focus();
  box.setSelectionRange(0, box.value.length);
  await userEvent.paste("4155550199");
  expect(box.value).toBe("4155550199");
  expect(screen.getByRole("status").textContent).toBe("+1 415 555 0199");
  await userEvent.click(screen.getByRole("button", { name: "Use theirs" }));
  expect(box.value).toBe("+44 20 7183 8750");
});

test("treats numbers without a country code as American", async () => {
  render(<Form phoneNumber="" />);
  const country = screen.getByRole("combobox", { name: "Country code" });
  expect(country.textContent).toBe("+1 (US/CA)");
  await userEvent.click(country);
  const codes = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  expect(codes).toEqual(["+1 (US/CA)", "+44 (UK)", "+91 (IN)", "+61 (AU)"]);
});

test("accepts only digits, spaces and plus", async () => {
  render(<Form phoneNumber="" />);
  const box = screen.getByLabelText<HTMLInputElement>("Phone number");
  await userEvent.type(box, "+44 (20) 7183-8750 ext. x");
  expect(box.value).toBe("+44 20 71838750  ");
});

test.each([
  ["Europe/Berlin", "0151 23456789", "+49 1512 3456789"],
  ["America/New_York", "030 1234567", "030 1234567"],
  ["UTC", "4155550134", "4155550134"],
  ["", "4155550134", "4155550134"],
  ["Europe/Berlin", "0033 1 70 18 99 00", "+33 1 70 18 99 00"],
])("in %s, stores %s as %s", async (timezone, typed, held) => {
  render(<Form phoneNumber="" timezone={timezone} />);
  await userEvent.type(screen.getByLabelText("Phone number"), typed);
  expect(screen.getByRole("status").textContent).toBe(held);
});

test("keeps a foreign number's digits under another code", async () => {
  render(<Form phoneNumber="+33 1 70 18 99 00" timezone="Europe/Berlin" />);
  const country = screen.getByRole("combobox", { name: "Country code" });
  expect(country.textContent).toBe("+33 (FR)");
  await userEvent.click(country);
  await userEvent.click(await screen.findByRole("option", { name: "+49 (DE)" }));
  expect(screen.getByRole("status").textContent).toBe("+49 170189900");
});
