import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import type { Contact } from "#lib/contract/contacts.ts";
import { Consent } from "./consent.tsx";

const consent = { state: "withdrawn", at: "2026-11-20T12:00:00.000Z", source: "unsubscribe" } as const;
const contact: Contact = {
  id: "c-1",
  firstName: "Amara",
  lastName: "Okafor",
  email: "new@example.com",
  phoneNumber: "",
  birthday: null,
  anniversary: null,
  recentSale: null,
  version: 3,
  suppressions: [],
  consent: { ...consent, by: "", said: "" },
};
const CHANGE = { name: "Change marketing emails" };

function show(refused: string[]) {
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: false }),
    fetch: async (url: string) => {
      if (url.includes("/users/me")) return Response.json({ id: "u-1", timezone: "UTC", refused });
      return Response.json({ onlyConsented: false });
    },
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CompleteHost value>
        <Consent contact={contact} name="Amara Okafor" />
      </CompleteHost>
    </SWRConfig>,
  );
}

test("tells staff who can undo a contact's own no", async () => {
  show(["suppressions.lift"]);
  await screen.findByText("Only the owner and admins can undo that.");
  expect(screen.queryByRole("button", CHANGE)).toBeNull();
});

test("lets managers record a yes, with its source", async () => {
  show([]);
  await userEvent.click(await screen.findByRole("button", CHANGE));
  expect(await screen.findByRole("radio", { name: "No", hidden: true })).toHaveProperty("checked", true);
  expect(screen.queryByText("Only the owner and admins can undo that.")).toBeNull();
  expect(screen.queryByRole("radio", { name: "Not known", hidden: true })).toBeNull();
  expect(screen.queryByLabelText("How they said it", { exact: false })).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Yes", hidden: true }));
  await screen.findByLabelText("How they said it", { exact: false });
});
