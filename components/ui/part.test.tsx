import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Component, type ReactNode } from "react";
import { part } from "./part.tsx";

type Props = { name: string; onClose?: () => void };
const Named = ({ name }: Props) => <p>Here is {name}</p>;

/** A part whose first `failures` fetches fail. */
function flaky(failures: number) {
  const fetched = jest.fn(async () => {
    if (fetched.mock.calls.length <= failures) throw new Error("Failed to load chunk");
    return Named;
  });
  return { Part: part<Props>(fetched), fetched };
}

class Screen extends Component<{ children: ReactNode }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override render = () => (this.state.broken ? "The screen is broken" : this.props.children);
}

// Nothing comes before it is asked for; and React tells of each error that a boundary caught.
beforeAll(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
beforeEach(() => jest.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => jest.restoreAllMocks());

test("a part that cannot be fetched leaves what stands beside it, and is really fetched again", async () => {
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
  // Once more by React itself, which then shows what is there already.
  expect(fetched).toHaveBeenCalledTimes(4);
  expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe("typed");
});

test("what lies over the page says so in a dialog, which Escape closes; opened again it is fetched again", async () => {
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

test("back online it is fetched without being asked", async () => {
  const { Part } = flaky(1);
  render(<Part name="Amara" />);
  await screen.findByRole("alert");
  act(() => void window.dispatchEvent(new Event("online")));
  await screen.findByText("Here is Amara");
});

test("`without` may say nothing, or something else", async () => {
  const never = () => Promise.reject(new Error("Failed to load chunk"));
  const Quiet = part<Props>(never, { without: () => null });
  const Plain = part<Props>(never, { without: ({ name }) => `Plain ${name}` });
  render(
    <>
      <Quiet name="Amara" />
      <Plain name="Noor" />
    </>,
  );
  await screen.findByText("Plain Noor");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a part that breaks by its own fault is not taken for one that did not come", async () => {
  const Broken = part<Props>(async () => () => {
    throw new Error("a slip");
  });
  render(
    <Screen>
      <Broken name="Amara" />
    </Screen>,
  );
  await screen.findByText("The screen is broken");
});
