import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Contact } from "#lib/contract/contacts.ts";
import { Details } from "./details.tsx";

const contact: Contact = {
  id: "c-1",
  firstName: "Amara",
  lastName: "Okafor",
  email: "amara@example.com",
  phoneNumber: "415 555 0134",
  birthday: null,
  anniversary: null,
  recentSale: null,
  version: 3,
};

const sent: { firstName: string; version: number }[] = [];
let answer: (status: number) => Promise<void>;

beforeEach(() => {
  sent.length = 0;
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: false }),
    fetch: async (_: string, init: RequestInit) => {
      if (init.method !== "PATCH") return Response.json({ id: "u-1", timezone: "UTC" });
      sent.push(JSON.parse(String(init.body)));
      return new Promise<Response>((resolve) => {
        answer = (status) => act(async () => resolve(Response.json({}, { status })));
      });
    },
  });
});

async function begin() {
  render(<Details contact={contact} />);
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  return screen.findByLabelText<HTMLInputElement>("First name", { exact: false });
}

const save = async (times: number) => {
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(times));
};

test("ends editing after an update that succeeds or fails", async () => {
  const name = await begin();
  await userEvent.type(name, "h");
  await save(1);
  await answer(500);
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  expect(screen.getByLabelText<HTMLInputElement>("First name", { exact: false }).value).toBe("Amarah");
  await save(2);
  await answer(200);
  await screen.findByRole("button", { name: "Edit" });
  expect(sent[1]).toMatchObject({ firstName: "Amarah", version: 3 });
});

test("keeps text that is typed while saving", async () => {
  const name = await begin();
  await userEvent.type(name, "h");
  await save(1);
  await userEvent.type(name, " Joy");
  await answer(200);
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  expect(name.value).toBe("Amarah Joy");
  await save(2);
  expect(sent[1]).toMatchObject({ firstName: "Amarah Joy", version: 4 });
  await answer(200);
  await screen.findByRole("button", { name: "Edit" });
});
