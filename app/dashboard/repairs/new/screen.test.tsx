import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import { clearNotifications, notifications } from "#lib/notifications.ts";
import { NewRepairScreen } from "./screen.tsx";

const mockPush = jest.fn();
jest.mock("next/navigation", () => ({
  useRouter: () => ({ push: mockPush }),
  useSearchParams: () => new URLSearchParams("contact=c-1"),
}));
jest.mock("#components/shell/use-me.ts", () => {
  const { DOLLARS, moneyOf } = jest.requireActual("#lib/contract/money.ts");
  const money = moneyOf(DOLLARS);
  return {
    useMe: () => ({ data: { timezone: "UTC" } }),
    useMay: () => () => true,
    useMoney: () => money,
  };
});

const ticket = { prefix: "R", number: 1001, token: "t" };
const contact = {
  ...{ id: "c-1", firstName: "Zoe", lastName: "Lind", email: "", phoneNumber: "+12125550101" },
  ...{ birthday: null, anniversary: null, recentSale: null, version: 1, createdAt: "2026-01-01T00:00:00Z" },
};
let created: object[];
let moved: number;

beforeEach(() => {
  [created, moved] = [[], 200];
  mockPush.mockReset();
  clearNotifications();
  window.print = () => {};
  Object.assign(globalThis, {
    fetch: async (url: string, { method, body }: RequestInit) => {
      if (url.endsWith("/state")) return Response.json({ message: "No" }, { status: moved });
      if (url.endsWith("/repairs/numbers")) return Response.json({ ...ticket, draft: "d-1" });
      if (url.endsWith("/contacts/c-1")) return Response.json(contact);
      if (method !== "POST" || !url.endsWith("/repairs")) return Response.json([]);
      created.push(JSON.parse(String(body)));
      return Response.json({ ...ticket, id: "r-1" });
    },
  });
});

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function show() {
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <CompleteHost value={true}>
        <NewRepairScreen />
      </CompleteHost>
    </SWRConfig>,
  );
  await screen.findByRole("button", { name: "Choose another customer" });
}

async function fill() {
  await userEvent.click(screen.getByRole("radio", { name: "Ring" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Piece" }), "Halo ring");
  await userEvent.type(screen.getByRole("combobox", { name: "Add work" }), "Resize");
}

test("records the print after a refused Save", async () => {
  await show();
  await press("Save");
  await screen.findAllByText(/is required/);
  await fill();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(created).toMatchObject([{ printed: ["slip", "label"] }]));
});

test.each([
  [200, [["/dashboard/repairs/1001?tell"]]],
  [409, []],
])("after a move answered with %s, opens %j", async (status, opened) => {
  moved = status;
  await show();
  await fill();
  await press("Save");
  await waitFor(() => expect(mockPush).toHaveBeenCalledWith("/dashboard/repairs/1001"));
  expect(created[0]).not.toHaveProperty("printed");
  mockPush.mockReset();
  const { action } = notifications.get().open.find((one) => one.action) ?? {};
  await act(async () => action?.run());
  expect(mockPush.mock.calls).toEqual(opened);
});
