import { act, render, screen } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { notifications, notify } from "#lib/notifications.ts";
import { Toaster } from "./toaster.tsx";

function Toasts() {
  const { open } = useSyncExternalStore(notifications.subscribe, notifications.get);
  return <Toaster open={open} />;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("each toast leaves after its own five seconds, also those behind the third", () => {
  render(<Toasts />);
  act(() => notify({ type: "success", message: "Toast 0" }));
  act(() => jest.advanceTimersByTime(3000));
  for (const number of [1, 2, 3]) act(() => notify({ type: "success", message: `Toast ${number}` }));
  expect(notifications.get().open).toHaveLength(4);
  act(() => jest.advanceTimersByTime(2100));
  expect(notifications.get().open.map(({ message }) => message)).toEqual(["Toast 1", "Toast 2", "Toast 3"]);
  act(() => jest.advanceTimersByTime(3000));
  expect(screen.queryAllByRole("listitem")).toEqual([]);
});
