import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as z from "zod/mini";
import { notifications } from "#lib/notifications.ts";
import { unsaved } from "#lib/page-state.ts";
import { TextField } from "./field.tsx";
import { FormCard } from "./form-card.tsx";

type Given = {
  next?: (sent: { values: { name: string } }) => { name: string };
  refused?: string;
  offline?: boolean;
};

const schema = z.object({ name: z.string().check(z.minLength(1, "Required")) });

function show({ next, refused, offline }: Given = {}) {
  const saved = jest.fn(async (_values: { name: string }) => (refused ? { text: refused } : null));
  render(
    <FormCard
      title="Store"
      description={null}
      schema={() => (offline ? Promise.reject(new Error("offline")) : Promise.resolve(schema))}
      values={{ name: "" }}
      submitLabel="Save"
      onSubmit={saved}
      next={next}
    >
      <TextField name="name" label="Name" />
    </FormCard>,
  );
  return saved;
}

async function save(name: string) {
  await userEvent.type(screen.getByLabelText("Name"), name);
  expect(unsaved.size).toBe(1);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
}

const value = () => screen.getByLabelText<HTMLInputElement>("Name").value;

test("is not unsaved after saving", async () => {
  const saved = show();
  await save("Loupe");
  expect(saved).toHaveBeenCalledWith({ name: "Loupe" });
  expect(value()).toBe("Loupe");
  expect(unsaved.size).toBe(0);
});

test("shows the next values after a success", async () => {
  show({ next: ({ values }) => ({ name: values.name.toUpperCase() }) });
  await save("Loupe");
  expect(value()).toBe("LOUPE");
  expect(unsaved.size).toBe(0);
});

test("shows why saving was rejected and keeps the text", async () => {
  show({ next: () => ({ name: "" }), refused: "The host is away" });
  await save("Loupe");
  expect(screen.getByRole("alert").textContent).toBe("The host is away");
  expect(value()).toBe("Loupe");
  expect(unsaved.size).toBe(1);
});

test("offers to save before leaving", async () => {
  for (const refused of ["The host is away", undefined]) {
    const saved = show({ refused });
    await userEvent.type(screen.getByLabelText("Name"), "Loupe");
    const saving = [...unsaved.values()][0]?.saving;
    expect(saving?.title).toBe("Store");
    expect(await act(() => saving?.save())).toBe(!refused);
    expect(saved).toHaveBeenCalledWith({ name: "Loupe" });
    expect(unsaved.size).toBe(refused ? 1 : 0);
    cleanup();
  }
});

test("keeps the text if the schema can't be loaded", async () => {
  const saved = show({ offline: true });
  await save("Loupe");
  expect(notifications.get().open.map(({ message }) => message)).toEqual(["An unexpected error occurred"]);
  expect(saved).not.toHaveBeenCalled();
  expect(value()).toBe("Loupe");
  expect(unsaved.size).toBe(1);
});

test("keeps text typed during saving as unsaved", async () => {
  const saved = show();
  const typing = Promise.withResolvers<null>();
  saved.mockReturnValueOnce(typing.promise);
  await save("Loupe");
  await userEvent.type(screen.getByLabelText("Name"), " & Co");
  await act(async () => typing.resolve(null));
  expect(value()).toBe("Loupe & Co");
  expect(unsaved.size).toBe(1);
});
