import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { unlessScanned, watchScanner } from "./scanner.ts";

const open = jest.fn();
const shortcut = jest.fn();
let stopWatching = () => {};
let now = 10_000;
const onShortcut = (event: KeyboardEvent) => {
  shortcut(event.key);
  unlessScanned(event, () => shortcut("done"));
};

beforeEach(() => {
  jest.useFakeTimers();
  open.mockClear();
  shortcut.mockClear();
  stopWatching = watchScanner(open);
  document.addEventListener("keydown", onShortcut);
});

afterEach(() => {
  stopWatching();
  document.removeEventListener("keydown", onShortcut);
  jest.useRealTimers();
});

function type(text: string, pause: number, box?: HTMLInputElement) {
  now += 1000;
  for (const key of [...text, "Enter"]) {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: now });
    now += pause;
    const isTyped = (box ?? document.body).dispatchEvent(event) && key.length === 1;
    if (box && isTyped) box.setRangeText(key, box.value.length, box.value.length, "end");
  }
  jest.runAllTimers();
}

const label = `${window.location.origin}/dashboard/repairs/1042`;

test("opens a scanned ticket without pressing shortcuts", () => {
  type(label, 1);
  expect(open.mock.calls).toEqual([["/dashboard/repairs/1042"]]);
  expect(shortcut.mock.calls).toEqual([["h"]]);
});

test("opens the code of a slip, which takes longer", () => {
  const code = `/r/${"aB3-_".repeat(20)}`;
  type(`${window.location.origin}${code}`, 1);
  expect(open.mock.calls).toEqual([[code]]);
});

test("removes the line from text boxes", () => {
  const changes: string[] = [];
  render(<Box onChange={(value) => changes.push(value)} />);
  const box = screen.getByRole<HTMLInputElement>("textbox", { name: "Note" });
  type(label, 1, box);
  expect(open).toHaveBeenCalledTimes(1);
  expect(box.value).toBe("Clean ");
  expect(changes.join("")).not.toContain("http");
});

test.each([
  ["slow typing", label, 30],
  ["another site", "https://example.com/dashboard/repairs/1042", 1],
  ["longer host", `${window.location.origin}.example.com/dashboard/repairs/1042`, 1],
  ["another page", `${window.location.origin}/dashboard/settings`, 1],
  ["path traversal", `${window.location.origin}/dashboard/repairs/1/../../settings`, 1],
  ["too long", `${label}${"0".repeat(10_000)}`, 0.001],
])("ignores %s", (_, text, pause) => {
  type(text, pause);
  expect(open).not.toHaveBeenCalled();
});

test("presses single shortcuts", () => {
  type("h", 200);
  expect(shortcut).toHaveBeenCalledWith("done");
});

function Box({ onChange }: { onChange: (value: string) => void }) {
  const [text, setText] = useState("Clean ");
  const change = (value: string) => {
    onChange(value);
    setText(value);
  };
  return <input aria-label="Note" value={text} onChange={(event) => change(event.target.value)} />;
}
