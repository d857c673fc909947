import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { Data } from "#components/shell/data.tsx";
import { COMPLETE, readKey } from "#lib/api/keys.ts";
import type { Automation } from "#lib/contract/automations.ts";
import { formatTime, today } from "#lib/dates.ts";
import { Automations } from "./automations.tsx";
import { StartQuestion } from "./start-question.tsx";
import { Head } from "./update/[id]/head.tsx";
import { Recipients } from "./update/[id]/recipients.tsx";

jest.mock("next/navigation", () => ({
  usePathname: () => "/dashboard/automations",
  useParams: () => ({ id: "a1" }),
  useSearchParams: () => new URLSearchParams(window.location.search),
  useRouter: () => ({}),
}));

const automation: Automation = {
  id: "a1",
  name: "Birthday greeting",
  trigger: { type: "EVENT_BASED", schedule: "", event: "" },
  condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS", value: "", unit: "" }],
  segment: "",
  action: { type: "SEND_EMAIL", templateId: "t1" },
  createdAt: "2026-11-20T09:00:00.000Z",
  updatedAt: null,
  pausedReason: "",
  nextRunAt: null,
  lastRunAt: null,
};

const reads = (complete: boolean, changes: object = {}) => ({
  [readKey("users.me", {})]: { id: "1", firstName: "Amara", lastName: "Okafor", timezone: "UTC" },
  [COMPLETE]: complete,
  [readKey("automations.list", {})]: [{ ...automation, ...changes }],
  [readKey("templates.list", {})]: [{ id: "t1", name: "Wishes", subject: "Hello", content: "" }],
  [readKey("organization.timezone", {})]: "America/New_York",
});

function showList(complete: boolean, changes?: object) {
  render(
    <Data reads={reads(complete, changes)}>
      <Automations aiFormUrl={null} />
    </Data>,
  );
  return within(screen.getByRole("table", { name: /Automations/ }));
}

test("shows a disabled edit button for a section-7 host", () => {
  const table = showList(false);
  const before = window.location.href;
  const edit = table.getByRole("button", { name: "Edit Birthday greeting" });
  expect(edit.title).toBe("Editing is not available yet");
  fireEvent.click(edit);
  expect(window.location.href).toBe(before);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(table.queryByRole("link")).toBeNull();
  expect(table.getAllByRole("columnheader").map((header) => header.textContent)).not.toContain("State");
});

test("links to a complete host's editor, and shows the next runs", () => {
  const table = showList(true, { isActive: true, pausedReason: "", nextRunAt: null });
  const href = "/dashboard/automations/update/a1";
  expect(table.getByRole("link", { name: "Edit Birthday greeting" }).getAttribute("href")).toBe(href);
  expect(table.getByRole("link", { name: "Birthday greeting" }).getAttribute("href")).toBe(href);
  expect(table.getByText("Active")).toBeDefined();
  expect(table.getByText("As soon as it happens")).toBeDefined();
  expect(table.getAllByText("Event → birthday is today → Wishes")).toHaveLength(2);
});

test("shows a host's unknown values unchanged", () => {
  const table = showList(false, {
    trigger: { type: "MOON_BASED", schedule: "" },
    condition: [],
    action: { type: "SEND_PIGEON", templateId: "gone" },
  });
  expect(table.getAllByText("MOON_BASED → everyone → SEND_PIGEON")).toHaveLength(2);
});

test.each([
  [120, "120 contacts, the first 2 below, 1 of these skipped"],
  [2, "2 contacts, 1 skipped"],
])("counts only the visible skipped contacts of %i recipients", (total, summary) => {
  const contacts = [
    { id: "c1", name: "Ada", email: "", skipped: "No email address" },
    { id: "c2", name: "Bo", email: "bo@example.com", skipped: "" },
  ];
  const answer = { nextRunAt: null, total, contacts };
  render(
    <Data reads={{ [COMPLETE]: true, [readKey("automations.recipients", { params: { id: "a1" } })]: answer }}>
      <Recipients id="a1" shown />
    </Data>,
  );
  expect(screen.getByText(summary)).toBeDefined();
});

function ask(recipients: () => Response, changes: object = {}) {
  const sent: unknown[] = [];
  Object.assign(globalThis, {
    fetch: async (url: string, { body }: RequestInit = {}) => {
      if (String(url).includes("/recipients")) return recipients();
      sent.push([String(url).split("/api/v1").at(-1), JSON.parse(String(body))]);
      return Response.json({}, { status: sent.length === 1 ? 500 : 200 });
    },
  });
  const paused = { isActive: false, pausedReason: "", nextRunAt: null, lastRunAt: null };
  const trigger: Automation["trigger"] = { type: "TIME_BASED", schedule: "0 9 * * *", event: "" };
  const onClose = jest.fn();
  render(
    <Data reads={reads(true)}>
      <StartQuestion automation={{ ...automation, trigger, ...paused, ...changes }} onClose={onClose} />
    </Data>,
  );
  const dialog = screen.getByRole("alertdialog", { name: "Start Birthday greeting?" });
  return { sent, onClose, dialog: within(dialog) };
}

function nineIn(days: number): string {
  const { year, month, day } = today("America/New_York");
  const noon = new Date(Date.UTC(year, month - 1, day + days, 12));
  const hours = Number(formatTime(noon.toISOString(), "America/New_York").split(":")[0]);
  return new Date(noon.getTime() + (9 - hours) * 3_600_000).toISOString();
}

const answers = (answer: object) => () => Response.json({ contacts: [], ...answer });

test("starts a new automation only once accepted", async () => {
  const { sent, onClose, dialog } = ask(answers({ nextRunAt: nineIn(1), total: 1107, reached: 1105 }));
  expect(dialog.getByRole("status").textContent).toContain("Counting recipients…");
  await dialog.findByText(
    "1,105 people at 9:00 AM tomorrow (America/New_York). 2 more would be skipped. It stays paused until you start it.",
  );
  expect(document.activeElement?.textContent).toBe("Keep paused");
  const start = dialog.getByRole("button", { name: "Start" });
  await act(async () => fireEvent.click(start));
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => fireEvent.click(start));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent).toEqual(Array(2).fill(["/automations/a1/active", { active: true }]));
});

test.each([
  [answers({ nextRunAt: nineIn(0), total: 1, reached: 1 }), "1 person at 9:00 AM today (America/New_York)."],
  [
    answers({ nextRunAt: "2036-12-01T14:00:00Z", total: 0, reached: 0 }),
    "Nobody yet at 9:00 AM on Dec 1, 2036",
  ],
  [() => Response.json({}, { status: 500 }), "We couldn’t count the recipients."],
])("offers to keep it paused for any number of recipients", async (recipients, text) => {
  const { sent, onClose, dialog } = ask(recipients);
  await dialog.findByText(text, { exact: false });
  fireEvent.click(dialog.getByRole("button", { name: "Keep paused" }));
  expect(onClose).toHaveBeenCalled();
  expect(sent).toEqual([]);
});

test("names the events that a new automation waits for", () => {
  const trigger = { type: "EVENT_BASED", schedule: "" };
  const cost = { type: "NUMERIC", field: "Purchase.cost", operation: "GREATER_THAN", value: "500", unit: "" };
  const none = () => Response.json({}, { status: 500 });
  const { dialog } = ask(none, { trigger, condition: [cost] });
  expect(dialog.getByRole("status").textContent).toContain("From now on, for each new sale that meets");
});

test.each([
  [{ isActive: true, pausedReason: "" }, "Active", "Pause", false],
  [{ isActive: false, pausedReason: "" }, "Paused", "Resume", true],
  [{ isActive: false, pausedReason: "The password is refused." }, "Waiting", "Pause", false],
])("offers buttons that fit the state %o", async (changes, badge, verb, active) => {
  const sent: unknown[] = [];
  Object.assign(globalThis, {
    fetch: async (_: string, { body }: RequestInit = {}) => {
      if (body) sent.push(JSON.parse(String(body)));
      return Response.json({});
    },
  });
  const shown = { ...automation, nextRunAt: null, lastRunAt: null, ...changes };
  render(
    <Data reads={reads(true)}>
      <Head automation={shown} onLeaving={() => {}} />
    </Data>,
  );
  expect(screen.getByRole("status").textContent).toBe(badge);
  const alert =
    changes.pausedReason &&
    `Its emails are waiting. They’ll be sent once this is fixed: ${changes.pausedReason}`;
  expect(screen.queryByRole("alert")?.textContent ?? "").toBe(alert);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: verb })));
  expect(sent).toEqual([{ active }]);
});
