import { render, screen, within } from "@testing-library/react";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import type { Repair } from "#lib/contract/repairs.ts";
import { History } from "./history.tsx";

jest.mock("next/navigation", () => ({ useRouter: () => ({ prefetch: () => {} }) }));

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString();
const note = (id: string, hour: number, content: string) => ({
  id,
  content,
  by: "Lena Roth",
  at: at(hour),
  files: [],
});
const letter = (id: string, hour: number, direction: "in" | "out") => ({
  ...{ id, kind: "letter", at: at(hour) },
  letter: {
    ...{ thread: "t", direction, person: { id: "u-1", name: "Priya Raman" }, isMine: true, to: [] },
    ...{ from: { name: "", address: "amara@example.com" }, subject: id, preview: "", attachments: [] },
    ...{ shared: null, state: null, reason: null },
  },
});
const repair = {
  ...{ id: "r-1", prefix: "R", number: 1042, name: "Ring", state: "READY", version: 3, reason: null },
  ...{ contact: { id: "c-1", name: "Amara Okafor" }, words: "Too tight", approved: null, createdAt: at(10) },
  steps: [
    {
      ...{ state: "IN", at: at(10), by: "Priya Raman", printed: ["slip", "label"] },
      notified: { how: "TEXT", at: at(11), by: "Priya Raman" },
    },
    { state: "READY", at: at(20), by: "Tom Finch", reason: "sizing bar in" },
  ],
  photos: [],
  notes: [note("n-1", 12, "Shank cut"), note("n-2", 13, "Texted with WhatsApp: See you at 4")],
};
const mails = [letter("Ring size?", 15, "out"), letter("Re: Ring size?", 16, "in"), letter("Old", 9, "in")];

beforeEach(() => {
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    fetch: async (path: string) => {
      if (path.includes("/timeline")) return Response.json(mails);
      return Response.json({ id: "u-1", firstName: "Ada", lastName: "Lovelace", timezone: "UTC" });
    },
  });
});

test("lists steps, notices, notes, texts and the email since the piece was taken in", async () => {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CompleteHost value={true}>
        <History repair={repair as unknown as Repair} />
      </CompleteHost>
    </SWRConfig>,
  );
  const list = screen.getByRole("list", { name: "History" });
  const link = await within(list).findByRole("link", { name: "Re: Ring size?" });
  expect(link.getAttribute("href")).toBe(
    "/dashboard/contacts/profile/c-1?view=timeline&letter=Re: Ring size?",
  );
  const rows = within(list).getAllByRole("listitem").slice(1);
  expect(rows.map((row) => [...row.querySelectorAll("p")].map((line) => line.textContent))).toEqual([
    ["Ready", "Tom Finch · sizing bar in"],
    ["Re: Ring size?", "From amara@example.com"],
    ["Ring size?", "Emailed by Priya Raman"],
    ["Texted with WhatsApp", "Lena Roth", "See you at 4"],
    ["Note", "Lena Roth", "Shank cut"],
    ["Texted: the slip", "Priya Raman"],
    ["Taken in", "Priya Raman · slip and label printed", "“Too tight”"],
  ]);
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["Note", "Photo", "Text", "Mail"]);
});
