import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import type { Task } from "#lib/contract/tasks.ts";
import { TaskModal } from "./task-modal.tsx";
import { TextModal } from "./text-modal.tsx";

const contact = {
  ...{ id: "c-1", firstName: "Amara", lastName: "Okafor", email: "", phoneNumber: "(415) 555-0134" },
  ...{ birthday: null, anniversary: null, recentSale: null, version: 1, createdAt: "2026-01-01T10:00:00Z" },
  ...{
    noTexts: null,
    fields: {},
    suppressions: [],
    consent: { state: "unknown", at: null, source: null, by: null, said: null },
    tags: [],
  },
};
jest.mock("next/navigation", () => ({ useRouter: () => ({ prefetch: () => {} }) }));

let sent: object[] = [];
const template = { subject: "", content: null, createdAt: null, updatedAt: null, version: 1 };
const templates = [
  { ...template, id: "m-1", kind: "TEXT", name: "Ring is ready" },
  { ...template, id: "m-2", kind: "EMAIL", name: "Birthday" },
];

async function show(
  { phoneNumber = contact.phoneNumber, timezone = "America/New_York" } = {},
  more = {},
  props: Partial<Parameters<typeof TextModal>[0]> = {},
) {
  sent = [];
  const onClose = jest.fn();
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }),
    fetch: async (path: string, { method, body }: RequestInit = {}) => {
      if (method && method !== "GET") {
        sent.push(JSON.parse(String(body)));
        return Response.json({ id: "n-1" });
      }
      if (path.includes("/users/me")) return Response.json({ id: "u-1", timezone });
      if (path.includes("/filled")) return Response.json({ content: "Your ring is ready, Amara." });
      if (path.includes("/getMyTemplates")) return Response.json(templates);
      if (path.includes("/contacts/")) return Response.json({ ...contact, phoneNumber, ...more });
      return Response.json([]);
    },
  });
  draw(<TextModal contactId="c-1" onClose={onClose} {...props} />);
  const box = await ("noTexts" in more
    ? screen.findByText("No texts.")
    : screen.findByRole("textbox", { name: "Message" }));
  return { onClose, box, user: userEvent.setup() };
}

function draw(content: ReactNode) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CompleteHost value={true}>{content}</CompleteHost>
    </SWRConfig>,
  );
}

const link = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");

test("notes once that a text was sent", async () => {
  const { onClose, box, user } = await show();
  expect(screen.getByRole("dialog", { name: "Text Amara" })).toBeTruthy();
  await user.type(box, "we’re open");
  expect(screen.getByText("20 characters, 1 text")).toBeTruthy();
  await screen.findByRole("img", { name: "Opens the message on your phone" });
  expect(link("Open Messages")).toBe("sms:+14155550134?&body=Hi%20Amara%2C%20we're%20open");
  await user.click(screen.getByRole("button", { name: "WhatsApp" }));
  expect(link("Open WhatsApp")).toBe("https://wa.me/14155550134?text=Hi%20Amara%2C%20we're%20open");
  await user.dblClick(screen.getByRole("button", { name: "I sent it" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    { contactId: "c-1", content: "Texted with WhatsApp: Hi Amara, we're open", isText: true },
  ]);
});

test("begins with the text an automation asks for", async () => {
  const onNoted = jest.fn();
  const { onClose, box, user } = await show({}, {}, { templateId: "m-1", onNoted });
  expect(box).toHaveProperty("value", "Your ring is ready, Amara.");
  await user.click(screen.getByRole("button", { name: "I sent it" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onNoted).toHaveBeenCalledTimes(1);
});

test("asks on return from Messages whether it was sent", async () => {
  const { user, onClose } = await show();
  const come = () => act(() => void document.dispatchEvent(new Event("visibilitychange")));
  come();
  expect(screen.queryByText("Did you send it?")).toBeNull();
  const isPrimary = (one: HTMLElement) => one.className.includes("bg-primary");
  expect(isPrimary(screen.getByRole("link", { name: "Open Messages" }))).toBe(true);
  screen.getByRole("link", { name: "Open Messages" }).addEventListener("click", (e) => e.preventDefault());
  await user.click(screen.getByRole("link", { name: "Open Messages" }));
  come();
  await user.click(screen.getByRole("button", { name: "No" }));
  expect(isPrimary(screen.getByRole("button", { name: "I sent it" }))).toBe(true);
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("link", { name: "Open Messages" }));
  come();
  await user.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ contactId: "c-1", content: "Texted: Hi Amara,", isText: true }]);
});

test("offers templates for texts only, filled in by the host", async () => {
  const { box, user } = await show();
  await user.click(await screen.findByRole("button", { name: "Use a template" }));
  expect((await screen.findAllByRole("menuitem")).map((one) => one.textContent)).toEqual(["Ring is ready"]);
  await user.click(screen.getByRole("menuitem", { name: "Ring is ready" }));
  await waitFor(() => expect((box as HTMLTextAreaElement).value).toBe("Your ring is ready, Amara."));
});

test("shows no code for a very long text", async () => {
  const { box, user } = await show();
  await user.click(box);
  await user.paste("ж".repeat(2_000_000));
  expect((box as HTMLTextAreaElement).value.length).toBeLessThanOrEqual(2_000);
  expect(link("Open Messages")).toMatch(/^sms:/);
  expect(screen.queryByRole("img", { name: "Opens the message on your phone" })).toBeNull();
});

test("asks for the full number", async () => {
  const { user } = await show({ phoneNumber: "555 0134 99", timezone: "UTC" });
  expect(link("Open Messages")).toBeUndefined();
  expect(screen.queryByRole("button", { name: "I sent it" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add the full number to text" }));
  await screen.findByRole("dialog", { name: "Edit contact" });
});

test("respects that a contact wants no texts", async () => {
  const noTexts = { at: "2020-10-03T15:00:00Z", by: "Lena Ortiz" };
  await show({}, { noTexts, email: "amara@example.com" });
  await screen.findByText(/Amara asked for that on Oct 3, 2020, noted by Lena Ortiz/);
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(link("Call")).toBe("tel:4155550134");
  expect(link("Email instead")).toBe("mailto:amara@example.com");
});

test("texts the customer of a task", async () => {
  const { user } = await show();
  const task = {
    ...{ id: "t-1", kind: "OTHER", what: "Ask about the ring", detail: "", person: null, version: 1 },
    ...{ contact: { id: "c-1", name: "Amara Okafor" }, phoneNumber: contact.phoneNumber },
    ...{ dueDay: "2026-11-28", dueTime: "", repeat: "NONE", source: null, doneAt: null, doneBy: "" },
    ...{ createdBy: "Ada", createdAt: "2026-11-01T10:00:00Z", updatedAt: "2026-11-01T10:00:00Z" },
  };
  await user.keyboard("{Escape}");
  cleanup();
  draw(<TaskModal task={task as Task} onClose={() => {}} />);
  await user.click(await screen.findByRole("button", { name: "Text Amara Okafor" }));
  await screen.findByRole("dialog", { name: "Text Amara" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Text Amara" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Edit task" })).toBeTruthy();
});
