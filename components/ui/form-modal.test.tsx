import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as z from "zod/mini";
import { dropDraft, readDraft } from "#lib/drafts.ts";
import { DraftOwner } from "./draft.tsx";
import { TextField } from "./field.tsx";
import { FormModal } from "./form-modal.tsx";

const event = (type: string) => expect.objectContaining({ type });

const schema = z.object({ what: z.string().check(z.minLength(1, "Required")), day: z.string() });

beforeEach(() => dropDraft("me", "new thing"));

function open(save: jest.Mock, media = "(pointer: fine)") {
  const onClose = jest.fn();
  window.matchMedia = jest.fn().mockImplementation((query) => ({ matches: query === media }));
  render(
    <DraftOwner.Provider value="me">
      <FormModal
        title="New thing"
        draft="new thing"
        schema={schema}
        values={{ what: "", day: "today" }}
        submitLabel="Create"
        again={{ label: "Save and add another", values: ({ day }) => ({ what: "", day }), focus: "what" }}
        onSubmit={save}
        onClose={onClose}
      >
        <TextField name="what" label="What" />
        <TextField name="day" label="Day" />
      </FormModal>
    </DraftOwner.Provider>,
  );
  return {
    user: userEvent.setup(),
    onClose,
    field: (label: string) => screen.getByLabelText<HTMLInputElement>(label),
  };
}

test("keeps the form open with the second submit button", async () => {
  const save = jest.fn().mockResolvedValue(null);
  const { user, onClose, field } = open(save);
  await user.type(field("What"), "ring");
  await user.clear(field("Day"));
  await user.type(field("Day"), "Monday");
  await user.click(screen.getByRole("button", { name: "Save and add another" }));
  expect(save).toHaveBeenLastCalledWith({ what: "ring", day: "Monday" }, undefined, event("click"));
  expect(field("What").value).toBe("");
  await waitFor(() => expect(document.activeElement).toBe(field("What")));
  expect(field("Day").value).toBe("Monday");
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard("chain{Enter}");
  expect(save).toHaveBeenLastCalledWith({ what: "chain", day: "Monday" }, undefined, event("submit"));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("keeps the text after a rejected save, with either button", async () => {
  const save = jest.fn().mockResolvedValue({ text: "The till is closed", stale: false });
  const { user, onClose, field } = open(save);
  await user.click(screen.getByRole("button", { name: "Save and add another" }));
  expect(await screen.findByText("Required")).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
  await user.type(field("What"), "ring");
  await user.click(screen.getByRole("button", { name: "Save and add another" }));
  expect((await screen.findByRole("alert")).textContent).toBe("The till is closed");
  expect(field("What").value).toBe("ring");
  expect(onClose).not.toHaveBeenCalled();
});

test("leaves no draft when it closes after saving", async () => {
  let finish = (_: null) => {};
  const save = jest.fn(() => new Promise<null>((done) => (finish = done)));
  const { user, onClose, field } = open(save);
  await user.type(field("What"), "ring");
  await user.click(screen.getByRole("button", { name: "Create" }));
  await user.type(field("What"), "s");
  expect(readDraft("me", "new thing")?.values.what).toBe("rings");
  finish(null);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(readDraft("me", "new thing")).toBe(null);
});

test.each([
  ["(pointer: none)", "What"],
  ["(pointer: coarse)", undefined],
])("opens with %s and focuses %s; Ctrl+Enter on Close saves", async (media, label) => {
  const save = jest.fn().mockResolvedValue(null);
  const { user, field } = open(save, media);
  expect(document.activeElement).toBe(label ? field(label) : screen.getByRole("dialog"));
  await user.type(field("What"), "ring");
  act(() => screen.getByRole("button", { name: "Close" }).focus());
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(save).toHaveBeenCalledWith({ what: "ring", day: "today" }, undefined, undefined),
  );
});
