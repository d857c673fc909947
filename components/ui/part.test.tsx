import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Component, type ReactNode } from "react";
import { part } from "./part.tsx";

type Props = { name: string; onClose?: () => void };
const Named = ({ name }: Props) => <p>Here is {name}</p>;

function Slip({ name }: Props): string {
  throw new Error(`a slip of ${name}`);
}

function flaky(failures: number) {
  const fetched = jest.fn(async () => {
    if (fetched.mock.calls.length <= failures) throw new Error("Failed to load chunk");
    return { Named };
  });
  return { Part: part(fetched, "Named"), fetched };
}

class Screen extends Component<{ children: ReactNode }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override render = () => (this.state.broken ? "The screen is broken" : this.props.children);
}

// Data saver disables preloading. React logs each caught error.
beforeAll(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
beforeEach(() => jest.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => jest.restoreAllMocks());

test("fetches a failed part on retry, and keeps its surroundings", async () => {
  const { Part, fetched } = flaky(2);
  render(
    <>
      <input aria-label="Note" />
      <Part name="Amara" />
    </>,
  );
  await userEvent.type(screen.getByLabelText("Note"), "typed");
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByText("Here is Amara");
  // React retries once itself.
  expect(fetched).toHaveBeenCalledTimes(4);
  expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe("typed");
});

test("reports a failed overlay, and fetches it again when reopened", async () => {
  const { Part } = flaky(1);
  const onClose = jest.fn();
  const { unmount } = render(<Part name="Amara" onClose={onClose} />);
  const dialog = await screen.findByRole("alertdialog", { name: "This could not be loaded" });
  expect(dialog.textContent).toContain("Your changes are still here");
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
  unmount();
  render(<Part name="Amara" onClose={onClose} />);
  await screen.findByText("Here is Amara");
});

test("retries automatically when the browser is online again", async () => {
  const { Part } = flaky(1);
  render(<Part name="Amara" />);
  await screen.findByRole("alert");
  act(() => void window.dispatchEvent(new Event("online")));
  await screen.findByText("Here is Amara");
});

test("shows nothing or a replacement with `without`", async () => {
  const never = (): Promise<{ Named: typeof Named }> => Promise.reject(new Error("Failed to load chunk"));
  const Quiet = part(never, "Named", { without: () => null });
  const Plain = part(never, "Named", { without: ({ name }) => `Plain ${name}` });
  render(
    <>
      <Quiet name="Amara" />
      <Plain name="Noor" />
    </>,
  );
  await screen.findByText("Plain Noor");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("doesn't catch an error inside a loaded part", async () => {
  const Broken = part(async () => ({ Slip }), "Slip");
  render(
    <Screen>
      <Broken name="Amara" />
    </Screen>,
  );
  await screen.findByText("The screen is broken");
});
