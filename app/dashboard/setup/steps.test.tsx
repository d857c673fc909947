import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Data } from "#components/shell/data.tsx";
import { COMPLETE, readKey } from "#lib/api/keys.ts";
import { closedWeek, type Week } from "#lib/availability.ts";
import { HoursStep } from "./steps.tsx";

jest.mock("next/navigation", () => ({
  usePathname: () => "/dashboard/setup",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({}),
}));

const week: Week = closedWeek.map((day) => day.map((_, at) => at > 40 && at < 60));
const people = ["Ada", "Ben"].map((firstName) => ({ id: firstName, firstName, lastName: "Ash" }));
let sent: string[];

beforeEach(() => {
  sent = [];
  Object.assign(globalThis, {
    fetch: async (url: string, { method = "GET" }: RequestInit = {}) => {
      if (method === "GET") return new Response('{"message":"no"}', { status: 500 });
      sent.push(`${method} ${url}`);
      return new Response("{}");
    },
  });
});

function show(hours: Week | null, ...weeks: (Week | null)[]) {
  const read = weeks.map((availability, at) => [
    readKey("people.hours", { params: { id: people[at]?.id ?? "" } }),
    { availability },
  ]);
  const reads = {
    ...{ [COMPLETE]: true, [readKey("users.me", {})]: { ...people[0], timezone: "UTC" } },
    ...{ [readKey("team.list", {})]: people, [readKey("organization.brand", {})]: { hours } },
    ...Object.fromEntries(read),
  };
  const step = { isOpened: false, isDone: true, isLast: false, onSkip: () => {}, onDone: async () => {} };
  render(
    <Data reads={reads}>
      <HoursStep {...step} onLeave={async () => {}} />
    </Data>,
  );
}

const shown = () => screen.getAllByRole("combobox", { name: /^Hours of/ }).map((box) => box.textContent);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test.each([
  ["when nobody has hours", null, [null, null], ["Store hours", "Store hours"], 3],
  ["but not when others have", null, [null, week], ["Other hours", "Other hours"], 1],
  ["but not when the store has", week, [week, null], ["Store hours", "Other hours"], 2],
])("offers the store's hours to people without hours %s", async (_, store, weeks, choices, requests) => {
  show(store, ...weeks);
  expect(shown()).toEqual(choices);
  await press("Save and continue");
  expect(sent).toHaveLength(requests);
});

test("doesn't save before everybody's hours are read", async () => {
  show(week, week);
  expect(shown()).toEqual(["Store hours", "Not loaded"]);
  await press("Loading hours…");
  expect(sent).toEqual([]);
});
