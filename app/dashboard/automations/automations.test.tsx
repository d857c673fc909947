import { fireEvent, render, screen, within } from "@testing-library/react";
import { Data } from "#components/shell/data.tsx";
import { Automations } from "./automations.tsx";
import { Recipients } from "./update/[id]/recipients.tsx";
import { Update } from "./update/[id]/update.tsx";

jest.mock("next/navigation", () => ({
  usePathname: () => "/dashboard/automations",
  useSearchParams: () => new URLSearchParams(window.location.search),
  useRouter: () => ({}),
}));

const automation = {
  id: "a1",
  name: "Birthday greeting",
  trigger: { type: "EVENT_BASED", schedule: "" },
  condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS", value: "", unit: "" }],
  action: { type: "SEND_EMAIL", templateId: "t1" },
  createdAt: "2026-11-20T09:00:00.000Z",
  updatedAt: null,
};

/** What the server has read already, of a host that answers the `capabilities` beyond section 7. */
const reads = (capabilities: string[], changes: object = {}) => ({
  "users.me /users/me": { id: "1", firstName: "Amara", lastName: "Okafor", timezone: "UTC" },
  "capabilities.list /capabilities": capabilities,
  "automations.list /automations/getAutomations": [{ ...automation, ...changes }],
  "templates.list /templates/getMyTemplates": [{ id: "t1", name: "Wishes", subject: "Hello", content: "" }],
  "organization.timezone /organization/timezone": "America/New_York",
});

function showList(capabilities: string[], changes?: object) {
  render(
    <Data reads={reads(capabilities, changes)}>
      <Automations aiFormUrl={null} />
    </Data>,
  );
  return within(screen.getByRole("table", { name: /Automations/ }));
}

test("with a host of section 7 alone, the edit button is there, does nothing and says why", () => {
  const table = showList([]);
  const before = window.location.href;
  const edit = table.getByRole("button", { name: "Edit Birthday greeting" });
  expect(edit.title).toBe("Editing is not available yet");
  fireEvent.click(edit);
  expect(window.location.href).toBe(before);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(table.queryByRole("link")).toBeNull();
  expect(table.getAllByRole("columnheader").map((header) => header.textContent)).not.toContain("State");
});

test("with one that edits, it leads to the editor, and the list tells what runs when", () => {
  const table = showList(["automations.update"], { isActive: true, pausedReason: "", nextRunAt: null });
  const href = "/dashboard/automations/update/a1";
  expect(table.getByRole("link", { name: "Edit Birthday greeting" }).getAttribute("href")).toBe(href);
  expect(table.getByRole("link", { name: "Birthday greeting" }).getAttribute("href")).toBe(href);
  expect(table.getByText("Active")).toBeDefined();
  expect(table.getByText("As soon as it happens")).toBeDefined();
  expect(table.getAllByText("Event → birthday is today → Wishes")).toHaveLength(2);
});

test("a host's own values read as they are", () => {
  const table = showList([], {
    trigger: { type: "MOON_BASED", schedule: "" },
    condition: [],
    action: { type: "SEND_PIGEON", templateId: "gone" },
  });
  expect(table.getAllByText("MOON_BASED → everyone → SEND_PIGEON")).toHaveLength(2);
});

test("without editing, the update screen is a heading, a line and the way back", () => {
  render(
    <Data reads={reads([])}>
      <Update id="a1" />
    </Data>,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Automation");
  expect(screen.getByText("Editing is not available yet.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/dashboard/automations");
});

test.each([
  [120, "120 contacts, the first 2 below, 1 of these skipped"],
  [2, "2 contacts, 1 skipped"],
])("of %i recipients, it counts as skipped only those that it shows", (total, summary) => {
  const contacts = [
    { id: "c1", name: "Ada", email: "", skipped: "No email address" },
    { id: "c2", name: "Bo", email: "bo@example.com", skipped: "" },
  ];
  const answer = { nextRunAt: null, total, contacts };
  render(
    <Data reads={{ "automations.recipients /automations/a1/recipients": answer }}>
      <Recipients id="a1" shown />
    </Data>,
  );
  expect(screen.getByText(summary)).toBeDefined();
});
