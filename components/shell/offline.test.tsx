import { act, render, screen } from "@testing-library/react";
import { Offline } from "./notices.tsx";

test("shows a notice only while the browser is offline", async () => {
  let online = true;
  Object.defineProperty(navigator, "onLine", { get: () => online });
  const turn = (to: boolean) =>
    act(() => {
      online = to;
      window.dispatchEvent(new Event(to ? "online" : "offline"));
    });
  render(<Offline />);
  expect(screen.getByRole("status").textContent).toBe("");
  turn(false);
  expect((await screen.findByText(/^You are offline/)).closest("[role=status]")).toBeTruthy();
  turn(true);
  expect(screen.getByRole("status").textContent).toBe("");
});
