import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfirmHost } from "#components/ui/confirm.tsx";
import { DraftOwner } from "#components/ui/draft.tsx";
import { keepWaiting, type WaitingRepair, waitingRepairs } from "#lib/api/waiting-repairs.ts";
import { WaitingRepairs } from "./waiting-repairs.tsx";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push() {} }) }));

const waiting = { contact: null, body: {}, values: { name: "Ring" } } as unknown as WaitingRepair;

beforeEach(() => localStorage.clear());

test("corrects and discards refused repairs", async () => {
  const onCorrect = jest.fn();
  render(
    <DraftOwner value="amara">
      <WaitingRepairs onCorrect={onCorrect} />
      <ConfirmHost />
    </DraftOwner>,
  );
  expect(screen.getByRole("status").textContent).toBe("");
  act(() => {
    keepWaiting("amara", { ...waiting, ticket: "K7-4", refused: "Name is required" });
    keepWaiting("amara", { ...waiting, ticket: "B2-1" });
  });
  expect(screen.getByRole("status").textContent).toContain("1 repair isn’t saved yet");
  expect(screen.getByRole("status").textContent).toContain("K7-4 could not be saved: Name is required");
  await userEvent.click(screen.getByRole("button", { name: "Correct K7-4" }));
  expect(onCorrect).toHaveBeenCalledWith({ name: "Ring" });
  await userEvent.click(screen.getByRole("button", { name: "Discard K7-4" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(waitingRepairs("amara")).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Discard K7-4" }));
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(waitingRepairs("amara")).toMatchObject([{ ticket: "B2-1" }]);
});

test("counts refused repairs elsewhere", () => {
  keepWaiting("amara", { ...waiting, ticket: "K7-4", refused: "No" });
  keepWaiting("amara", { ...waiting, ticket: "B2-1" });
  keepWaiting("ben", { ...waiting, ticket: "C3-3" });
  render(
    <DraftOwner value="amara">
      <WaitingRepairs />
    </DraftOwner>,
  );
  expect(screen.getByRole("status").textContent).toContain("2 repairs aren’t saved yet");
  screen.getByRole("link", { name: "Correct in New repair" });
});
