import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Cancel } from "./change.tsx";

const booking = { startsAt: null, endsAt: null, status: "CANCELLED" };
let status: number;
beforeEach(() => {
  globalThis.fetch = async () =>
    new Response(JSON.stringify({ ...booking, message: "Later, please" }), { status });
  render(
    <Cancel token="abc" slug="ring-fitting">
      <a href="/abc.ics">Add to calendar</a>
    </Cancel>,
  );
});
const press = () => userEvent.click(screen.getByRole("button", { name: "Cancel appointment" }));

test("focuses the message after cancelling", async () => {
  status = 200;
  await press();
  const said = await screen.findByText("Your appointment is cancelled. We’ve let the store know.");
  expect(document.activeElement).toBe(said);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("link", { name: "Book another time" })).toBeTruthy();
});

test("shows why the host refused, and allows a retry", async () => {
  status = 503;
  await press();
  expect((await screen.findByRole("alert")).textContent).toBe("Later, please");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel appointment" }));
});
