import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import { NextDays } from "./next-days.tsx";

const none = {
  birthdays: 0,
  anniversaries: 0,
  tasks: 0,
  appointments: 0,
  first: "",
  isClosed: false,
  reason: "",
};
const days = [
  { ...none, day: "2026-11-24", appointments: 6, first: "2026-11-24T14:30:00.000Z", birthdays: 2 },
  { ...none, day: "2026-11-25", anniversaries: 1, tasks: 2 },
  { ...none, day: "2026-11-26", isClosed: true, reason: "Thanksgiving" },
  { ...none, day: "2026-11-27", isClosed: true, appointments: 1 },
  { ...none, day: "2026-11-28" },
];
const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map(), isPaused: () => true }}>
    <CompleteHost value>{children}</CompleteHost>
  </SWRConfig>
);
const lines = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test.each([true, false])("counts three of the next days, or all below a short list: %s", (isShort) => {
  render(<NextDays days={days} isShort={isShort} whose="mine" />, { wrapper });
  const three = [
    expect.stringMatching(/^Tue, Nov 246 appointments, first at \d+:30 [AP]M2 birthdays$/),
    "Wed, Nov 251 anniversary, 2 tasks",
    "Thu, Nov 26ClosedThanksgiving",
  ];
  expect(lines()).toEqual(
    isShort ? [...three, "Fri, Nov 27Closed, 1 appointment", "Sat, Nov 28Nothing planned"] : three,
  );
});
