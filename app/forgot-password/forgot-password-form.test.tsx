import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }) }));

const fetched = jest.fn(async (_url: string, _init: RequestInit) => new Response("{}", { status: 200 }));

beforeEach(() => {
  sessionStorage.setItem("remembered-email", "amara@example.com");
  fetched.mockClear();
  global.fetch = fetched as typeof fetch;
});

test("records an email whose host sends no links", async () => {
  render(<ForgotPasswordForm sendsLinks={false} />);
  expect(screen.getByLabelText<HTMLInputElement>(/Email/).value).toBe("amara@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  const { textContent } = await screen.findByRole("status");
  expect(textContent).toContain("We noted amara@example.com");
  expect(textContent).not.toMatch(/sent|on its way/);
  await userEvent.clear(screen.getByLabelText(/Email/));
  await userEvent.type(screen.getByLabelText(/Email/), "amara");
  await screen.findByText("Invalid email format");
  expect(fetched).not.toHaveBeenCalled();
});

test("requests a link from a host that sends them", async () => {
  render(<ForgotPasswordForm sendsLinks />);
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  const { textContent } = await screen.findByRole("status");
  expect(textContent).toContain("If amara@example.com has an account");
  expect(fetched).toHaveBeenCalledTimes(1);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe("/api/v1/authentication/forgotPassword");
  expect(init?.body).toBe('{"email":"amara@example.com"}');
});
