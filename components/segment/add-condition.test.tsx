import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { KeepTyped } from "#components/shell/typed-ahead.tsx";
import { CompleteHost } from "#lib/api/complete.tsx";
import { AddCondition } from "./add-condition.tsx";

test("searches for text typed while its code was loading", async () => {
  Object.assign(globalThis, { fetch: async () => Response.json([]) });
  const { rerender } = render(<KeepTyped />);
  await userEvent.keyboard("birth");
  rerender(
    <CompleteHost value>
      <AddCondition of="contacts" segment={[]} begins onAdd={() => {}} />
    </CompleteHost>,
  );
  const box = await screen.findByRole<HTMLInputElement>("combobox", { name: "Search conditions" });
  expect(box.value).toBe("birth");
  expect(screen.getAllByRole("option")[0]?.textContent).toBe("Birthday");
});
