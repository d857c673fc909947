import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import "#lib/contract/users.ts";
import { NewPasswordForm } from "./new-password-form.tsx";

const push = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

const fetched = jest.fn(async (_url: string, _init: RequestInit) => new Response("{}", { status: 200 }));
global.fetch = fetched as typeof fetch;

test("shows each field's error and focuses the first", async () => {
  render(<NewPasswordForm token="t" act="auth.registerOwner" submit={["Open the store", "Opening…"]} />);
  const box = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input" });
  const submit = screen.getByRole("button", { name: "Open the store" });
  await userEvent.type(box(/^Store/), "Marlow");
  await userEvent.type(box(/^First name/), "amara");
  await userEvent.type(box(/^Last name/), "finch");
  await userEvent.type(box(/^Email/), "amara@example.com");
  await userEvent.type(box(/^Confirm password/), "Moonstone-7");
  expect(screen.queryByText("Passwords don't match")).toBeNull();
  await userEvent.click(box(/^Password/));
  await screen.findByText("Passwords don't match");
  expect(box(/^Password/).getAttribute("aria-invalid")).toBe("false");
  await userEvent.click(box(/^Email/));
  await userEvent.click(submit);
  await screen.findByText("Password must be at least 8 characters");
  expect(document.activeElement).toBe(box(/^Password/));
  await userEvent.type(box(/^Password/), "Moonstone-7");
  expect(screen.queryByText("Passwords don't match")).toBeNull();
  await userEvent.click(submit);
  await screen.findByText("Open the store");
  const body = JSON.parse(String(fetched.mock.calls[0]?.[1].body));
  expect(body).toMatchObject({ token: "t", organizationName: "Marlow", email: "amara@example.com" });
  expect(body.confirmPassword).toBeUndefined();
  expect(push).toHaveBeenCalledWith("/login");
});
