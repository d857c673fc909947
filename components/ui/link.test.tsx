import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { Link } from "./link.tsx";

const push = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));
beforeEach(() => push.mockClear());

/** Whether the browser was kept from following the link itself. */
function click(init: MouseEventInit = {}): boolean {
  const link = screen.getByRole("link");
  const event = createEvent.click(link, init);
  fireEvent(link, event);
  return event.defaultPrevented;
}

test("a plain click goes through the router", () => {
  render(<Link href="/dashboard/sales?q=ring">Sales</Link>);
  expect(click()).toBe(true);
  expect(push).toHaveBeenCalledWith("/dashboard/sales?q=ring");
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
  "a click with %j is the browser's",
  (keys) => {
    render(<Link href="/dashboard/sales">Sales</Link>);
    expect(click(keys)).toBe(false);
    expect(push).not.toHaveBeenCalled();
  },
);

test.each([{ target: "_blank" }, { download: "list.csv" }, { href: "https://example.com/" }])(
  "a link with %j is the browser's",
  (props) => {
    render(
      <Link href="/dashboard/sales" {...props}>
        Sales
      </Link>,
    );
    expect(click()).toBe(false);
    expect(push).not.toHaveBeenCalled();
  },
);

test("whoever handles the click first may stop it", () => {
  render(
    <Link href="/dashboard/sales" onClick={(event) => event.preventDefault()}>
      Sales
    </Link>,
  );
  expect(click()).toBe(true);
  expect(push).not.toHaveBeenCalled();
});
