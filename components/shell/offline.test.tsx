import { act, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
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

test("a stored page already has the notice, hidden until then", () => {
  const place = document.createElement("div");
  place.innerHTML = renderToString(<Offline />);
  expect(place.textContent).toMatch(/^You are offline/);
  expect(place.querySelector("[role=status]")?.className).toMatch(/(^| )hidden in-data-kept:grid$/);
});
