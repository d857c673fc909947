import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ScanButton } from "./scan-button.tsx";

const pushed: string[] = [];
jest.mock("next/navigation", () => ({ useRouter: () => ({ push: (path: string) => pushed.push(path) }) }));

let codes: string[] = [];
let failure: Error | null = null;
const stopped = jest.fn();

function camera(getUserMedia: () => Promise<unknown>) {
  pushed.length = 0;
  codes = [];
  failure = null;
  class BarcodeDetector {
    detect = async () => {
      if (failure) throw failure;
      return codes.map((rawValue) => ({ rawValue }));
    };
  }
  Object.assign(window, { BarcodeDetector, matchMedia: () => ({ matches: true, addEventListener() {} }) });
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
  HTMLMediaElement.prototype.play = async () => {};
}

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, "BarcodeDetector");
});

test("opens the scanned ticket, and ignores other codes", async () => {
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

test("opens the ticket of a slip", async () => {
  const asked = jest.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
    const isKnown = String(url).includes("known");
    const body = isKnown ? { prefix: "R", number: 1042 } : { status: 404, message: "Not found" };
    return Response.json(body, { status: isKnown ? 200 : 404 });
  });
  camera(async () => ({ getTracks: () => [{ stop: stopped }] }));
  render(<ScanButton />);
  await userEvent.click(screen.getByRole("button", { name: "Scan" }));
  await screen.findByLabelText("Camera");
  codes = [`${window.location.origin}/r/${"other".repeat(10)}`];
  await screen.findByText("No repair ticket has this code.");
  codes = [`${window.location.origin}/r/${"known".repeat(10)}`];
  await waitFor(() => expect(pushed).toEqual(["/dashboard/repairs/1042"]));
  asked.mockRestore();
});

test("says if the browser has a detector that reads nothing", async () => {
  camera(async () => ({ getTracks: () => [] }));
  render(<ScanButton />);
  failure = new DOMException("The video has no picture", "InvalidStateError");
  await userEvent.click(screen.getByRole("button", { name: "Scan" }));
  await screen.findByLabelText("Camera");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByRole("alert")).toBeNull();
  failure = new DOMException("Barcode Detection not implemented.", "NotSupportedError");
  await screen.findByText("This browser can’t read codes. Type the ticket number.");
});

test("says if the camera is refused, and opens a typed number", async () => {
  camera(() => Promise.reject(new Error("NotAllowedError")));
  render(<ScanButton />);
  await userEvent.click(screen.getByRole("button", { name: "Scan" }));
  await screen.findByText(/The camera isn’t available/);
  cleanup();
  Reflect.deleteProperty(window, "BarcodeDetector");
  render(<ScanButton />);
  await userEvent.click(screen.getByRole("button", { name: "Scan" }));
  await userEvent.type(await screen.findByLabelText("Type the number"), "ring{Enter}");
  await screen.findByText("Ticket numbers look like R-1042.");
  expect(screen.queryByLabelText("Camera")).toBeNull();
  await userEvent.clear(screen.getByLabelText("Type the number"));
  await userEvent.type(screen.getByLabelText("Type the number"), "r 1042{Enter}");
  expect(pushed).toEqual(["/dashboard/repairs/1042"]);
});
