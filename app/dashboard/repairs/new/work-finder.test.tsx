import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import { WorkFields } from "./work-fields.tsx";

const prices = [
  { name: "Polish and clean", note: null, amount: "30" },
  { name: "Resize ring", note: "one size", amount: "85.5" },
];
let sent = 0;

beforeEach(() => {
  sent = 0;
  Object.assign(globalThis, {
    fetch: async (path: string) =>
      Response.json(path.includes("settings") ? { prefix: "R", slipText: "", prices, workshops: [] } : {}),
  });
});

function Form() {
  const form = useForm({ defaultValues: { words: "", lines: [], work: "", estimate: "FIXED", deposit: "" } });
  return (
    <FormProvider {...form}>
      <form onSubmit={() => sent++}>
        <WorkFields />
      </form>
      <Lines />
    </FormProvider>
  );
}

const Lines = () => <pre>{JSON.stringify(useWatch({ name: "lines" }))}</pre>;

async function show() {
  const { container } = render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <CompleteHost value={true}>
        <Form />
      </CompleteHost>
    </SWRConfig>,
  );
  const box = await screen.findByPlaceholderText("Add work from the price list, or type your own");
  const lines = () => JSON.parse(container.querySelector("pre")?.textContent ?? "");
  return { user: userEvent.setup(), box, lines };
}

test("Enter takes the work and its price from the list", async () => {
  const { user, box, lines } = await show();
  await user.type(box, "resi{Enter}");
  expect(lines()).toEqual([{ name: "Resize ring", note: "one size", amount: "$85.50" }]);
  expect(document.activeElement).toBe(box);
  await user.type(box, "resi{Enter}");
  expect(lines()).toHaveLength(2);
  await user.type(screen.getAllByRole("textbox", { name: "Amount for Resize ring" })[0] as Element, "90");
  expect(lines()[0].amount).toContain("90");
  expect(sent).toBe(0);
});

test("adds and asks for other work with its price", async () => {
  const { user, box, lines } = await show();
  await user.type(box, "ring");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Resize ringone size$85.50",
    "Add “ring” with its own price",
  ]);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(lines()).toEqual([{ name: "ring", note: "", amount: "" }]);
  await new Promise((done) => requestAnimationFrame(done));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Amount for ring");
});
