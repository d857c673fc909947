import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfirmHost } from "#components/ui/confirm.tsx";
import { keepWaiting, type WaitingRepair, waitingRepairs } from "#lib/api/waiting-repairs.ts";
import { sparesKey, waitingKey } from "#lib/drafts.ts";
import { leave } from "./sign-out.ts";

const waiting = { ticket: "K7-4", contact: null, body: {}, values: {} } as unknown as WaitingRepair;
const asked: string[] = [];
let status = 500;

beforeEach(() => {
  // jsdom can't navigate.
  jest.spyOn(console, "error").mockImplementation(() => {});
  asked.length = 0;
  localStorage.clear();
  Object.assign(globalThis, {
    fetch: async (url: string) => {
      asked.push(url.replace(/.*\/api/, ""));
      if (url.includes("/api/auth")) return Response.json({ csrfToken: "c", url: "/login" });
      return Response.json({ id: "r1", prefix: "R", number: 1001, token: "t", message: "No" }, { status });
    },
  });
  keepWaiting("amara", waiting);
  keepWaiting("ben", waiting);
  localStorage.setItem(sparesKey("amara"), "[{}]");
});

const signedOut = () => asked.some((url) => url.includes("/auth/signout"));

test("asks before it deletes repairs", async () => {
  render(<ConfirmHost />);
  let left = leave("amara");
  await screen.findByText("1 repair isn’t saved yet. Sign out anyway?");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await act(() => left);
  expect([signedOut(), waitingRepairs("amara").length]).toEqual([false, 1]);
  left = leave("amara");
  await userEvent.click(await screen.findByRole("button", { name: "Sign out" }));
  await act(() => left);
  expect(signedOut()).toBe(true);
  expect([waitingKey("amara"), sparesKey("amara")].map((key) => localStorage.getItem(key))).toEqual([
    null,
    null,
  ]);
  expect(waitingRepairs("ben")).toHaveLength(1);
});

test("sends them first", async () => {
  status = 200;
  render(<ConfirmHost />);
  await leave("amara");
  await waitFor(() => expect(signedOut()).toBe(true));
  expect(asked.findIndex((url) => url.includes("/repairs"))).toBe(0);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});
