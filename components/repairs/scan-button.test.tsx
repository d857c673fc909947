import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ScanButton } from "./scan-button.tsx";

const pushed: string[] = [];
jest.mock("next/navigation", () => ({ useRouter: () => ({ push: (path: string) => pushed.push(path) }) }));

let codes: string[] = [];
const stopped = jest.fn();

function camera(getUserMedia: () => Promise<unknown>) {
  pushed.length = 0;
  codes = [];
  class BarcodeDetector {
    detect = async () => codes.map((rawValue) => ({ rawValue }));
  }
  Object.assign(window, { BarcodeDetector, matchMedia: () => ({ matches: true, addEventListener() {} }) });
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
  HTMLMediaElement.prototype.play = async () => {};
}

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, "BarcodeDetector");
});

test("opens the scanned ticket, ignores other codes, and stops the camera", async () => {
  camera(async () => ({ getTracks: () => [{ stop: stopped }] }));
  render(<ScanButton />);
  await userEvent.click(screen.getByRole("button", { name: "Scan" }));
  await screen.findByLabelText("Camera");
  codes = ["https://evil.example/dashboard/repairs/7"];
  await screen.findByText("This isn’t a code of your store’s labels or slips.");
  codes = [`${window.location.origin}/dashboard/repairs/1042`];
  await waitFor(() => expect(pushed).toEqual(["/dashboard/repairs/1042"]));
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(stopped).toHaveBeenCalled());
});

test("says if the camera is refused, and is absent without a detector", async () => {
  camera(() => Promise.reject(new Error("NotAllowedError")));
  render(<ScanButton />);
  await userEvent.click(screen.getByRole("button", { name: "Scan" }));
  await screen.findByText(/The camera isn’t available/);
  cleanup();
  Reflect.deleteProperty(window, "BarcodeDetector");
  render(<ScanButton />);
  expect(screen.queryByRole("button", { name: "Scan" })).toBeNull();
});
