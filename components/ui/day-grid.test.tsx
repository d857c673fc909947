import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DayGrid } from "./day-grid.tsx";

const today = { year: 2026, month: 11, day: 21 };

test("offers 25 years before and 24 after the current one", async () => {
  const onPick = jest.fn();
  render(<DayGrid selected={null} today={today} onPick={onPick} />);
  const years = screen.getByRole("combobox", { name: /year/i });
  const offered = [...years.querySelectorAll("option")].map(({ value }) => Number(value));
  expect([offered.at(0), offered.at(-1), offered.length]).toEqual([2001, 2050, 50]);
  await userEvent.selectOptions(years, "2001");
  await userEvent.click(screen.getByRole("button", { name: /November 14, 2001/ }));
  expect(onPick).toHaveBeenCalledWith({ year: 2001, month: 11, day: 14 });
});
