import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { DateField } from "./date-field.tsx";

function Form({
  past,
  yearless,
  means,
}: Pick<ComponentProps<typeof DateField>, "past" | "yearless" | "means">) {
  const form = useForm({ defaultValues: { day: "" } });
  return (
    <FormProvider {...form}>
      <DateField
        name="day"
        label="Birthday"
        past={past}
        yearless={yearless}
        means={means}
        help="As in 3/14/1968."
      />
      <output aria-label="held">{form.watch("day")}</output>
      <button type="button" onClick={() => form.reset()}>
        Reset
      </button>
    </FormProvider>
  );
}

const held = () => screen.getByRole("status", { name: "held" }).textContent;

test("stores no birthday until its year is typed", async () => {
  render(<Form past />);
  const box = screen.getByLabelText("Birthday");
  await userEvent.type(box, "2/29");
  expect(screen.getByText("Feb 29 of which year? Add it at the end.")).toBeTruthy();
  expect(held()).toBe("2/29");
  await userEvent.type(box, "/68");
  expect(held()).toBe("1968-02-29T12:00:00.000Z");
  expect(screen.getByText("As in 3/14/1968.")).toBeTruthy();
  await userEvent.clear(box);
  await userEvent.type(box, "14.03.1968");
  expect(held()).toBe("1968-03-14T12:00:00.000Z");
});

test("shows the form's day again after a reset", async () => {
  render(<Form />);
  const box = screen.getByLabelText<HTMLInputElement>("Birthday");
  await userEvent.type(box, "tomorrow");
  await userEvent.click(screen.getByRole("button", { name: "Reset" }));
  expect([box.value, held()]).toEqual(["", ""]);
});

test("stores a birthday without its optional year", async () => {
  render(<Form past yearless />);
  const box = screen.getByLabelText<HTMLInputElement>("Birthday");
  await userEvent.type(box, "29 Feb");
  expect(held()).toBe("1604-02-29T12:00:00.000Z");
  expect(screen.getByText("No year: add it at the end, if you know it.")).toBeTruthy();
  await userEvent.tab();
  expect(box.value).toBe("02/29");
  await userEvent.type(box, "/68");
  expect(held()).toBe("1968-02-29T12:00:00.000Z");
});

test("adds the current year, except to birthdays", async () => {
  render(<Form />);
  await userEvent.type(screen.getByLabelText("Birthday"), "3/14");
  expect(held()).toBe(`${new Date().getUTCFullYear()}-03-14T12:00:00.000Z`);
});

test("reads a weekday as the next one for future dates", async () => {
  const now = new Date();
  const names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
  const inTwoDays = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 2, 12));
  render(<Form means="next" />);
  await userEvent.type(screen.getByLabelText("Birthday"), names[inTwoDays.getUTCDay()] ?? "");
  expect(held()).toBe(inTwoDays.toISOString());
  const said = inTwoDays.toLocaleDateString("en-US", {
    ...{ weekday: "short", month: "short", day: "numeric", year: "numeric", timeZone: "UTC" },
  });
  expect(screen.getByText(said)).toBeTruthy();
  // The button below the field stays where a press on it began.
  await userEvent.tab();
  expect(screen.getByText(said)).toBeTruthy();
});
