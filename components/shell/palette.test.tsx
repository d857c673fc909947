import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Cache, type State, SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import { listKey } from "#lib/api/keys.ts";
import { forgetContacts, rememberContact } from "#lib/recent.ts";
import { Palette } from "./palette.tsx";
import { TypedAhead } from "./typed-ahead.tsx";

let path = "/dashboard";
const push = jest.fn();
jest.mock("next/navigation", () => ({ usePathname: () => path, useRouter: () => ({ push }) }));

const amara = { id: "c-1", firstName: "Amara", lastName: "Okafor", email: "amara@example.com" };
let status = 200;
let people: object[] = [];
let records: object | null = null;
let answered: Promise<unknown> = Promise.resolve();

beforeEach(() => {
  [path, status, people, answered] = ["/dashboard", 200, [amara], Promise.resolve()];
  records = null;
  push.mockReset();
  document.documentElement.className = "";
  forgetContacts();
  Object.assign(globalThis, {
    fetch: async (url: string) => {
      if (url.startsWith("/api/v1/users/me")) return Response.json({ id: "u-1", timezone: "UTC" });
      if (url.startsWith("/api/v1/contacts/")) return Response.json(amara);
      if (url.startsWith("/api/v1/search")) return Response.json(records);
      await answered;
      return Response.json(people, { status });
    },
  });
});

function show() {
  const onClose = jest.fn();
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <CompleteHost value={records !== null}>
        <Palette onClose={onClose} />
      </CompleteHost>
    </SWRConfig>,
  );
  return { onClose, box: screen.getByRole("combobox") };
}

const options = () => screen.getAllByRole("option").map((option) => option.textContent);

test("finds this tab's contacts before the host answers", async () => {
  answered = new Promise(() => {});
  const rows = [amara, { id: "c-3", firstName: "Bo", lastName: "Amarante" }, { id: "c-4", firstName: "Zoë" }];
  const key = listKey("contacts.list", "");
  const lists = new Map<string, State>([[key, { data: [{ rows, full: false }] }]]);
  render(
    <SWRConfig value={{ provider: () => lists as Cache }}>
      <Palette onClose={jest.fn()} />
    </SWRConfig>,
  );
  await userEvent.type(screen.getByRole("combobox"), "amara");
  expect(options().slice(0, 2)).toEqual([
    expect.stringContaining("Amara Okafor"),
    expect.stringContaining("Bo Amarante"),
  ]);
  expect(screen.queryByRole("option", { name: /Zoë/ })).toBeNull();
});

test("lists recently opened contacts first until something is typed", async () => {
  rememberContact("u-1", { id: "c-2", name: "Zoë Müller" });
  const { box } = show();
  await screen.findByRole("option", { name: /Zoë Müller/ });
  expect(options()[0]).toContain("Zoë Müller");
  await userEvent.type(box, "amara");
  await userEvent.click(await screen.findByRole("option", { name: /Amara Okafor/ }));
  expect(push).toHaveBeenCalledWith("/dashboard/contacts/profile/c-1");
  expect(screen.queryByRole("option", { name: /Zoë/ })).toBeNull();
});

test("reports a failed search and offers to retry", async () => {
  status = 500;
  const { box } = show();
  await userEvent.type(box, "amara");
  const retry = await screen.findByRole("option", { name: /couldn’t search your records/ });
  expect(screen.queryByText("No results found")).toBeNull();
  status = 200;
  await userEvent.click(retry);
  await screen.findByRole("option", { name: /Amara Okafor/ });
  expect(screen.queryByRole("option", { name: /could not/ })).toBeNull();
});

test("reports nothing missing before the host has answered", async () => {
  people = [];
  const { box } = show();
  await userEvent.type(box, "zzz");
  expect(screen.getByRole("status").textContent).toBe("Searching…");
  await screen.findByText("No results found");
});

const angus = { id: "c-3", firstName: "Angus", lastName: "MacLeod", email: "angus@example.com" };
const selected = () => screen.getByRole("option", { selected: true }).textContent;

test("selects the best match, not one within a word", async () => {
  people = [angus];
  const { box } = show();
  await userEvent.type(box, "sw");
  expect(selected()).toContain("Switch between light and dark");
  await userEvent.clear(box);
  await userEvent.type(box, "an");
  await screen.findByRole("option", { name: /Angus/ });
  expect(selected()).toContain("Angus MacLeod");
  expect(screen.queryByRole("option", { name: /Switch/ })).toBeNull();
});

test("opens the best match after an early Enter", async () => {
  people = [angus];
  let answer = () => {};
  answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { box, onClose } = show();
  await userEvent.type(box, "sw{Enter}");
  expect(onClose).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(push).toHaveBeenCalledWith("/dashboard/contacts/profile/c-3"));
  expect(document.documentElement.className).toBe("");
});

test("opens nothing on Enter if the search fails", async () => {
  status = 500;
  const { box } = show();
  await userEvent.type(box, "billing{Enter}");
  await screen.findByRole("option", { name: /couldn’t search your records/ });
  expect(push).not.toHaveBeenCalled();
  [status, people] = [200, []];
  await userEvent.clear(box);
  await userEvent.type(box, "subscription{Enter}");
  await waitFor(() => expect(push).toHaveBeenCalledWith("/dashboard/settings/billing"));
});

test("keeps a manual selection when results arrive", async () => {
  let answer = () => {};
  answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { box } = show();
  await userEvent.type(box, "new{ArrowDown}");
  expect(selected()).toContain("New contact");
  answer();
  await screen.findByRole("option", { name: /Amara/ });
  expect(selected()).toContain("New contact");
  await userEvent.keyboard("{Enter}");
  expect(push).toHaveBeenCalledWith("/dashboard/contacts?new=true");
});

test("shows the matching number, and details that distinguish equal names", async () => {
  people = [
    { ...angus, phoneNumber: "+1 415 555 0134" },
    { ...angus, id: "c-4", email: "young@example.com", phoneNumber: "+1 415 555 0199" },
  ];
  const { box } = show();
  await userEvent.type(box, "415-555 01");
  const found = await screen.findAllByRole("option", { name: /Angus/ });
  expect(found[0]?.textContent).toContain("+1 415 555 0134");
  expect(found[0]?.querySelector("mark")?.textContent).toBe("415 555 01");
  await userEvent.clear(box);
  await userEvent.type(box, "angus");
  await screen.findByRole("option", { name: /young@example.com · …0199/ });
});

test("finds sales, notes and email, and Enter waits for them", async () => {
  const contact = { id: "c-1", name: "Amara Okafor" };
  const createdAt = "2020-11-20T12:00:00.000Z";
  people = [];
  records = {
    sales: [{ id: "s-1", contact, createdAt, invoiceNumber: "INV-0417", cost: "12.5" }],
    notes: [{ id: "n-1", contact, createdAt, excerpt: "Asked for 0417" }],
    mails: [{ id: "m-1", contact, createdAt, toName: "Amara", subject: "Invoice 0417", state: "sent" }],
  };
  const { box } = show();
  await userEvent.type(box, "0417");
  await screen.findByRole("option", { name: /Amara Okafor · \$12\.50 · Nov 20, 2020/ });
  expect(options()).toHaveLength(3);
  expect(screen.getAllByText("0417").map(({ tagName }) => tagName)).toEqual(["MARK", "MARK", "MARK"]);
  await userEvent.click(screen.getByRole("option", { name: /Asked for/ }));
  expect(push).toHaveBeenLastCalledWith("/dashboard/contacts/profile/c-1");
  push.mockReset();
  await userEvent.clear(box);
  await userEvent.type(box, "inv-04{Enter}");
  await waitFor(() => expect(push).toHaveBeenCalledWith("/dashboard/sales?q=INV-0417"));
});

test("offers actions for the only contact found", async () => {
  records = { sales: [], notes: [], mails: [] };
  people = [{ ...amara, phoneNumber: "+12075550123" }];
  const { box } = show();
  await userEvent.type(box, "amara");
  await userEvent.click(await screen.findByRole("option", { name: "Add task for Amara Okafor" }));
  expect(push).toHaveBeenLastCalledWith("/dashboard/contacts/profile/c-1?view=timeline&do=task");
  for (const name of ["Call", "Text", "Email", "Add note on", "New appointment for", "New sale for"])
    expect(options().some((option) => option?.startsWith(`${name} Amara Okafor`))).toBe(true);
  people = [amara, { ...amara, id: "c-2", firstName: "Amara B." }];
  await userEvent.clear(box);
  await userEvent.type(box, "okafor");
  await screen.findByRole("option", { name: /Amara B/ });
  expect(screen.queryByRole("option", { name: /^New appointment/ })).toBeNull();
  await userEvent.keyboard("{ArrowDown}{Tab}sale");
  expect(options()).toEqual(["New sale for Amara B. Okafor"]);
  await userEvent.clear(box);
  await userEvent.keyboard("{Backspace}okafor");
  await screen.findByRole("option", { name: /Amara Okafor/ });
});

test("offers found contacts' actions only on complete hosts", async () => {
  const { box } = show();
  await userEvent.type(box, "amara");
  await screen.findByRole("option", { name: /Amara Okafor/ });
  expect(screen.queryByRole("option", { name: /^(Call|New appointment|Email|Add)/ })).toBeNull();
});

test("keeps what was typed while its code was loading", async () => {
  const { rerender } = render(<TypedAhead />);
  screen.getByText("Find a contact, an action or a place…");
  await userEvent.keyboard("amx{Backspace}ara");
  screen.getByText("amara");
  rerender(<p />);
  await userEvent.keyboard("zzz");
  const { box } = show();
  expect((box as HTMLInputElement).value).toBe("amara");
  await screen.findByRole("option", { name: /Amara Okafor/ });
});
