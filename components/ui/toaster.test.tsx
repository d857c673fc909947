import { act, fireEvent, render, screen } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { openLayer } from "#lib/layers.ts";
import { clearNotifications, notifications, notify } from "#lib/notifications.ts";
import { Toaster } from "./toaster.tsx";

function Toasts() {
  const { open } = useSyncExternalStore(notifications.subscribe, notifications.get);
  return <Toaster open={open} />;
}

beforeEach(() => {
  jest.useFakeTimers();
  clearNotifications();
});
afterEach(() => jest.useRealTimers());

test("closes each toast after its own five seconds", () => {
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

test.each([
  ["success", "Success!"],
  ["error", "Error! Try again."],
  ["warning", "Warning!"],
  ["info", "Info!"],
] as const)("titles a toast of type %s %s", (type, title) => {
  render(<Toasts />);
  act(() => notify({ type, message: "It is so" }));
  const [toast] = screen.getAllByRole("listitem");
  expect(toast?.textContent).toContain(`${title}It is so`);
  expect(screen.queryByRole("button", { name: "Click for more info." })).toBeNull();
});

test("closes a warning after its callback", () => {
  const callback = jest.fn();
  render(<Toasts />);
  act(() => notify({ type: "warning", message: "The calendar is unreachable", callback }));
  act(() => screen.getByRole("button", { name: "Click for more info." }).click());
  expect(callback).toHaveBeenCalledTimes(1);
  expect(screen.queryAllByRole("listitem")).toEqual([]);
});

test("closes a toast on Escape only without a dialog", () => {
  render(<Toasts />);
  act(() => notify({ type: "success", message: "Login successful" }));
  const close = jest.fn();
  const end = openLayer(close);
  const press = () => fireEvent.keyDown(document.body, { key: "Escape" });
  press();
  expect(close).toHaveBeenCalledTimes(1);
  expect(notifications.get().open).toHaveLength(1);
  end();
  press();
  expect(close).toHaveBeenCalledTimes(1);
  expect(notifications.get().open).toHaveLength(0);
});

test("stays as long as undo is possible, regardless of hover", () => {
  const run = jest.fn();
  render(<Toasts />);
  const until = Date.now() + 10_000;
  act(() => notify({ type: "success", message: "Hannah to Tomás.", undo: { until, mails: true, run } }));
  act(() => jest.advanceTimersByTime(2000));
  const [toast] = screen.getAllByRole("listitem");
  expect(toast?.textContent).toContain("Hannah to Tomás. Mail leaves in 8 s.");
  fireEvent.pointerMove(screen.getByRole("region"));
  act(() => jest.advanceTimersByTime(7900));
  expect(notifications.get().open).toHaveLength(1);
  act(() => jest.advanceTimersByTime(250));
  expect(notifications.get().open).toHaveLength(0);

  act(() =>
    notify({
      type: "success",
      message: "Booked.",
      undo: { until: Date.now() + 10_000, mails: false, run },
    }),
  );
  expect(screen.getByRole("listitem").textContent).not.toContain("Mail");
  expect(
    screen.getAllByRole("button").map((one) => one.getAttribute("aria-label") ?? one.textContent),
  ).toEqual(["Undo", "Dismiss"]);
  act(() => screen.getByRole("button", { name: "Undo" }).click());
  expect(run).toHaveBeenCalledTimes(1);
  expect(notifications.get().open).toHaveLength(0);
});

test("extends undo while the person is on the toast", async () => {
  const granted: number[] = [];
  const start = Date.now();
  const hold = async () => {
    const until = Math.min(Date.now() + 10_000, start + 60_000);
    granted.push(until - start);
    return until - Date.now() < 5000 ? null : until;
  };
  render(<Toasts />);
  const undo = { until: start + 10_000, mails: true, run: jest.fn(), hold };
  act(() => notify({ type: "success", message: "Hannah to Tomás.", undo }));
  const toast = screen.getByRole("listitem");
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  await pass(8000);
  expect(toast.textContent).toContain("Mail leaves in 2 s.");
  fireEvent.pointerEnter(toast);
  await pass(10_000);
  expect(toast.textContent).toContain("The mail waits.");
  expect(granted).toEqual([18_000, 22_000, 26_000]);
  fireEvent.pointerLeave(toast);
  await pass(0);
  expect(toast.textContent).toContain("Mail leaves in 8 s.");
  await pass(4000);
  expect(granted).toHaveLength(3);

  const button = screen.getByRole("button", { name: "Undo" });
  act(() => button.focus());
  await pass(30_000);
  expect(toast.textContent).toContain("The mail waits.");
  await pass(7000);
  expect(toast.textContent).toContain("Mail leaves in 1 s.");
  await pass(1250);
  expect(notifications.get().open).toHaveLength(0);
  const asked = granted.length;
  await pass(20_000);
  expect(granted).toHaveLength(asked);
});
