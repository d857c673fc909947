import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { forgetContacts, rememberContact } from "#lib/recent-contacts.ts";
import { Palette } from "./palette.tsx";

let path = "/dashboard";
const push = jest.fn();
jest.mock("next/navigation", () => ({ usePathname: () => path, useRouter: () => ({ push }) }));

const amara = { id: "c-1", firstName: "Amara", lastName: "Okafor", email: "amara@example.com" };
let status = 200;
let people: object[] = [];

beforeEach(() => {
  [path, status, people] = ["/dashboard", 200, [amara]];
  forgetContacts();
  Object.assign(globalThis, {
    fetch: async (url: string) => {
      if (url.startsWith("/api/v1/users/me")) return Response.json({ id: "u-1", timezone: "UTC" });
      if (url.startsWith("/api/v1/contacts/")) return Response.json(amara);
      return Response.json(people, { status });
    },
  });
});

function show() {
  const onClose = jest.fn();
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <Palette onClose={onClose} />
    </SWRConfig>,
  );
  return { onClose, box: screen.getByRole("combobox") };
}

const options = () => screen.getAllByRole("option").map((option) => option.textContent);

test("whom one looked at last stand first, until something is typed", async () => {
  rememberContact("u-1", { id: "c-2", name: "Zoë Müller" });
  const { box } = show();
  await screen.findByRole("option", { name: /Zoë Müller/ });
  expect(options()[0]).toContain("Zoë Müller");
  await userEvent.type(box, "amara");
  await userEvent.click(await screen.findByRole("option", { name: /Amara Okafor/ }));
  expect(push).toHaveBeenCalledWith("/dashboard/contacts/profile/c-1");
  expect(screen.queryByRole("option", { name: /Zoë/ })).toBeNull();
});

test("a search that fails says so and can be tried again", async () => {
  status = 500;
  const { box } = show();
  await userEvent.type(box, "amara");
  const retry = await screen.findByRole("option", { name: /could not be searched/ });
  expect(screen.queryByText("No results found")).toBeNull();
  status = 200;
  await userEvent.click(retry);
  await screen.findByRole("option", { name: /Amara Okafor/ });
  expect(screen.queryByRole("option", { name: /could not/ })).toBeNull();
});

test("nothing is said to be missing before the host has answered", async () => {
  people = [];
  const { box } = show();
  await userEvent.type(box, "zzz");
  expect(screen.getByRole("status").textContent).toBe("Searching…");
  await screen.findByText("No results found");
});
