import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PrefetchLink } from "./prefetch-link.tsx";

const prefetch = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ prefetch }) }));
beforeEach(() => prefetch.mockClear());

test("prefetches a screen when a pointer comes near its link", async () => {
  render(<PrefetchLink href="/dashboard/sales">Sales</PrefetchLink>);
  expect(prefetch).not.toHaveBeenCalled();
  await userEvent.hover(screen.getByRole("link"));
  expect(prefetch).toHaveBeenLastCalledWith("/dashboard/sales", { kind: "full" });
  prefetch.mockClear();
  await userEvent.tab();
  expect(prefetch).toHaveBeenCalledTimes(1);
});
