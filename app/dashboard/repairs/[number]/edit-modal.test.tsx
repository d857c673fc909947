import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import type { Repair } from "#lib/contract/repairs.ts";
import { EditModal } from "./edit-modal.tsx";

const repair = {
  ...{
    id: "r-1",
    prefix: "R",
    number: 1042,
    name: "Sapphire halo ring",
    kind: "RING",
    state: "IN",
    version: 3,
  },
  ...{ contact: { id: "c-1", name: "Amara Okafor" }, person: null, promisedDay: "2099-11-27" },
  ...{ metal: null, stones: null, marks: "750", condition: null, words: null, keptIn: null },
  ...{ estimate: "FIXED", deposit: 50, lines: [{ name: "Resize ring", note: null, amount: 1085 }] },
} as unknown as Repair;
let sent: object[] = [];
let answers: { status: number; body: object }[] = [];

beforeEach(() => {
  sent = [];
  localStorage.clear();
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }),
    fetch: async (path: string, { method, body }: RequestInit = {}) => {
      if (method && method !== "GET") {
        sent.push(JSON.parse(String(body)));
        const { status, body: answer } = answers.shift() ?? { status: 200, body: { id: "r-1" } };
        return Response.json(answer, { status });
      }
      return Response.json(path.includes("/users/me") ? { id: "u-1", timezone: "UTC" } : []);
    },
  });
});

test("saves all fields, and shows what someone else changed", async () => {
  const theirs = { ...repair, name: "Ruby ring", version: 4 };
  answers = [{ status: 409, body: { message: "Changed by someone else", current: theirs } }];
  const onClose = jest.fn();
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CompleteHost value={true}>
        <EditModal repair={repair} onClose={onClose} />
      </CompleteHost>
    </SWRConfig>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Kept in"), "Safe, tray 3");
  await user.type(screen.getByLabelText("Add work"), "Polish");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Changed by someone else");
  expect(screen.getByRole("radio", { name: "Piece: theirs" })).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "Piece: theirs" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const common = {
    ...{ kind: "RING", marks: "750", keptIn: "Safe, tray 3", deposit: "50.00", promisedDay: "2099-11-27" },
    lines: [
      { name: "Resize ring", note: null, amount: "1085.00" },
      { name: "Polish", note: null, amount: "0" },
    ],
  };
  expect(sent).toMatchObject([
    { ...common, name: "Sapphire halo ring", version: 3 },
    { ...common, name: "Ruby ring", version: 4 },
  ]);
});
