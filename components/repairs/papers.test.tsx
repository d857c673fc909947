import { render, screen } from "@testing-library/react";
import { PrintedPaper, type PrintedRepair } from "./papers.tsx";

const repair: PrintedRepair = {
  ...{
    prefix: "R",
    number: 1042,
    token: "t-1",
    name: "Sapphire halo ring",
    kind: "RING",
    metal: "",
    condition: "",
  },
  lines: [
    { name: "Resize ring, white gold", note: "to 6½", amount: 85 },
    { name: "Retip prongs", note: "", amount: 100.1 },
  ],
  ...{ estimate: "UP_TO", deposit: 50, promisedDay: "2026-11-27", createdAt: "2026-11-21T10:00:00Z" },
  ...{ contact: { name: "Amara Lee Okafor" }, person: { name: "Tom Finch" } },
};

beforeEach(() => Object.assign(globalThis, { fetch: () => new Promise(() => {}) }));

test("the slip shows the estimate, but no last name or notes", () => {
  const { container } = render(<PrintedPaper paper="slip" repair={repair} />);
  for (const text of ["R-1042", "Received Sat, Nov 21, 2026", "Amara O.", "$185.10", "Up to", "$50.00"])
    expect(container.textContent).toContain(text);
  for (const text of ["Okafor", "6½", "Tom"]) expect(container.textContent).not.toContain(text);
  screen.getByRole("img", { name: "QR code of the customer’s page" });
});

test("the slip shows no amounts before the inspection", () => {
  const { container } = render(<PrintedPaper paper="slip" repair={{ ...repair, estimate: "AFTER_LOOK" }} />);
  expect(container.textContent).toContain("EstimateAfter inspection");
  for (const text of ["85.00", "185.10"]) expect(container.textContent).not.toContain(text);
});

test("the label shows the whole name, and 24 characters of work", () => {
  const { container } = render(<PrintedPaper paper="label" repair={repair} />);
  expect(container.textContent).toContain("Amara Lee Okafor · ring");
  expect(container.textContent).toContain("Resize ring, white gold,… · Tom");
});

test("no code without a link", () => {
  const offline = { ...repair, number: null, token: null, code: "K7-4" };
  for (const paper of ["slip", "label"] as const) {
    const { container } = render(<PrintedPaper paper={paper} repair={offline} />);
    expect(container.textContent).toContain("K7-4");
    expect(container.textContent).not.toContain("Follow it online");
  }
  expect(screen.queryByRole("img")).toBeNull();
});
