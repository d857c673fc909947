import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import { notifications } from "#lib/notifications.ts";
import { MergeModal } from "./merge-modal.tsx";

const card = (id: string, more: object) => ({
  ...{
    id,
    firstName: "Amara",
    lastName: "Okafor",
    email: "",
    phoneNumber: "",
    birthday: null,
    anniversary: null,
  },
  ...{ recentSale: null, version: 1, createdAt: "2019-03-04T10:00:00Z", updatedAt: "2026-01-01T10:00:00Z" },
  ...{ sales: 1, notes: 0, bookings: 0, mails: 0, wishes: 0, isUnsubscribed: false },
  ...{ fields: {}, consent: { state: "unknown", at: null, source: null } },
  ...more,
});
let cards = [card("c-1", {}), card("c-2", {})];
let answers: Response[] = [];
let looked: string[] = [];
let sent: unknown[] = [];

beforeEach(() => {
  looked = [];
  sent = [];
  cards = [
    card("c-1", {
      email: "a@example.com",
      consent: { state: "given", at: "2024-03-04T10:00:00Z", source: null },
    }),
    card("c-2", {
      ...{ lastName: "Okafor-Bell", phoneNumber: "+1 415 555 0190", updatedAt: "2026-02-01T10:00:00Z" },
      ...{ sales: 2, isUnsubscribed: true },
    }),
  ];
  Object.assign(globalThis, {
    fetch: async (path: string, { body }: RequestInit = {}) => {
      const url = new URL(path, "http://app");
      if (url.pathname.endsWith("/users/me")) return Response.json({ id: "u-1", timezone: "UTC" });
      if (url.pathname.endsWith("/duplicates/cards")) {
        looked.push(url.searchParams.get("ids") ?? "");
        const found = cards.filter(({ id }) => looked.at(-1)?.split(",").includes(id));
        const isWhole = found.length === looked.at(-1)?.split(",").length;
        return isWhole ? Response.json(found) : Response.json({ message: "Not found" }, { status: 404 });
      }
      if (!url.pathname.endsWith("/contacts/merge")) return Response.json([]);
      sent.push(JSON.parse(String(body)));
      return answers.shift() ?? Response.error();
    },
  });
});

function show(ids = ["c-1", "c-2"]) {
  const onClose = jest.fn();
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <CompleteHost value>
        <MergeModal ids={ids} onClose={onClose} />
      </CompleteHost>
    </SWRConfig>,
  );
  return onClose;
}

const merge = async () => userEvent.click(await screen.findByRole("button", { name: "Merge 2 contacts" }));

test("chooses the newest values, and counts related records", async () => {
  answers = [Response.json({ id: "c-1", change: "m-1" })];
  const onClose = show();
  const name = await screen.findByRole("radiogroup", { name: "Name" });
  expect(within(name).getByRole<HTMLInputElement>("radio", { name: "Amara Okafor-Bell" }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "a@example.com" }).checked).toBe(true);
  const mail = within(screen.getByRole("group", { name: "Marketing mail" }));
  expect(mail.getByText("Yes, Mar 4, 2024")).toBeTruthy();
  expect(mail.getByText("No").parentElement?.querySelector("[aria-label='is kept']")).toBeTruthy();
  expect(screen.getByText(/2 fields are the same on all/)).toBeTruthy();
  expect(screen.getByText("3", { selector: "footer *" }).parentElement?.textContent).toBe("3 sales");
  await userEvent.click(within(name).getByRole("radio", { name: "Amara Okafor" }));
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      cards: [
        { id: "c-1", version: 1 },
        { id: "c-2", version: 1 },
      ],
      from: { name: "c-1", email: "c-1", phoneNumber: "c-2", birthday: "c-2", anniversary: "c-2" },
    },
  ]);
  expect(looked).toEqual(["c-1,c-2"]);
  expect(notifications.get().open.at(-1)).toMatchObject({
    message: "2 contacts merged",
    undo: { mails: false },
  });
});

test("reloads changed contacts, and reports other failures", async () => {
  answers = [
    Response.json({ message: "No" }, { status: 503 }),
    Response.json({ message: "No" }, { status: 409 }),
  ];
  const onClose = show();
  await merge();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole("alert")).toBeNull();
  cards = cards.map((one) => ({ ...one, lastName: one.lastName.replace("Bell", "Ball"), version: 2 }));
  await merge();
  expect((await screen.findByRole("alert")).textContent).toMatch(/^A contact changed/);
  await screen.findByRole("radio", { name: "Amara Okafor-Ball" });
  expect(onClose).not.toHaveBeenCalled();
});

test("closes if a contact no longer exists", async () => {
  answers = [Response.json({ message: "Not found" }, { status: 404 })];
  const onClose = show();
  await merge();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(notifications.get().open.at(-1)).toMatchObject({ type: "error" });
});

test("reports an unreadable contact, which can be left out", async () => {
  cards = [...cards, card("c-3", {})];
  show(["c-1", "c-2", "c-3"]);
  const leave = await screen.findAllByRole("button", { name: /^Leave out/ });
  cards = cards.slice(0, 1);
  await userEvent.click(leave[2] as HTMLElement);
  expect((await screen.findByRole("alert")).textContent).toContain("Not found");
  await userEvent.click(screen.getByRole("button", { name: "Merge 3 contacts" }));
  expect(sent).toEqual([]);
});
