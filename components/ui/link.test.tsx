import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { Link } from "./link.tsx";

const push = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));
beforeEach(() => push.mockClear());

function click(init: MouseEventInit = {}): boolean {
  const link = screen.getByRole("link");
  const event = createEvent.click(link, init);
  fireEvent(link, event);
  return event.defaultPrevented;
}

test("uses the router for a plain click", () => {
  render(<Link href="/dashboard/sales?q=ring">Sales</Link>);
  expect(click()).toBe(true);
  expect(push).toHaveBeenCalledWith("/dashboard/sales?q=ring");
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
  "leaves a click with %j to the browser",
  (keys) => {
    render(<Link href="/dashboard/sales">Sales</Link>);
    expect(click(keys)).toBe(false);
    expect(push).not.toHaveBeenCalled();
  },
);

test.each([{ target: "_blank" }, { download: "list.csv" }, { href: "https://example.com/" }])(
  "leaves a link with %j to the browser",
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

test("does nothing if another handler prevents the click", () => {
  render(
    <Link href="/dashboard/sales" onClick={(event) => event.preventDefault()}>
      Sales
    </Link>,
  );
  expect(click()).toBe(true);
  expect(push).not.toHaveBeenCalled();
});
