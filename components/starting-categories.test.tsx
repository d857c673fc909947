import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { notifications } from "#lib/notifications.ts";
import { StartingCategories } from "./starting-categories.tsx";

test("creates the chosen categories for a store without any", async () => {
  const made: string[] = [];
  Object.assign(globalThis, {
    fetch: async (_: string, init: RequestInit) => {
      made.push(JSON.parse(String(init.body)).name);
      return Response.json({ id: String(made.length) });
    },
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <StartingCategories />
    </SWRConfig>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Repairs" }));
  await userEvent.click(screen.getByRole("button", { name: "Add 4 categories" }));
  await waitFor(() => expect(made).toEqual(["Products", "Services", "Custom orders", "Gift cards"]));
  await waitFor(() =>
    expect(notifications.get().recent.map(({ message }) => message)).toEqual(["Product Created"]),
  );
});
