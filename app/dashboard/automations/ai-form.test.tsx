import { jest } from "@jest/globals";
import { fireEvent, render, screen } from "@testing-library/react";
import { AiForm } from "./ai-form.tsx";

test("shows the other service's form in a closable frame", () => {
  const onClose = jest.fn();
  render(<AiForm url="https://forms.example.com/automation" onClose={onClose} />);
  const frame = screen.getByTitle("AI form");
  expect(frame.getAttribute("src")).toBe("https://forms.example.com/automation");
  expect(frame.getAttribute("sandbox")).not.toContain("allow-top-navigation");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
