import { fireEvent, render, screen } from "@testing-library/react";
import { Count } from "./period-fields.tsx";

test("selects the proposed number, so that typing replaces it", () => {
  render(<Count label="Days" value={7} min={0} max={366} onCount={() => {}} />);
  const box = screen.getByLabelText<HTMLInputElement>("Days");
  fireEvent.focus(box);
  expect([box.selectionStart, box.selectionEnd]).toEqual([0, 1]);
});
