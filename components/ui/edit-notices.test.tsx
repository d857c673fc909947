import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as z from "zod/mini";
import { DraftOwner } from "./draft.tsx";
import { TextField } from "./field.tsx";
import { FormModal } from "./form-modal.tsx";

const SUBMIT = expect.objectContaining({ type: "submit" });

const schema = z.object({ first: z.string(), last: z.string(), phone: z.string() });
const valuesOf = ({ first, last, phone }: z.infer<typeof schema>) => ({ first, last, phone });
const begun = { first: "Ana", last: "Okafor", phone: "1" };
const fields = ["first", "last", "phone"].map((name) => ({ name, label: name }));

function open(save: jest.Mock, owner = "amara") {
  window.matchMedia = jest.fn().mockReturnValue({ matches: true });
  Element.prototype.scrollIntoView = jest.fn(() => Promise.resolve());
  const shown = render(
    <DraftOwner value={owner}>
      <FormModal
        title="Person"
        schema={schema}
        values={begun}
        draft="person 1"
        version={1}
        compare={{ values: valuesOf, fields }}
        submitLabel="Save"
        onSubmit={save}
        onClose={() => {}}
      >
        {fields.map(({ name }) => (
          <TextField key={name} name={name} label={name} />
        ))}
      </FormModal>
    </DraftOwner>,
  );
  return { ...shown, user: userEvent.setup() };
}

const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;
const type = async (name: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(name));
  await userEvent.type(screen.getByLabelText(name), text);
};

beforeEach(() => sessionStorage.clear());

test("takes their values in untouched fields, and offers a choice", async () => {
  const theirs = { first: "Mara", last: "Okafor", phone: "2", version: 5 };
  const save = jest
    .fn()
    .mockResolvedValueOnce({ text: "Changed", stale: true, theirs })
    .mockResolvedValue(null);
  const { user } = open(save);
  await type("first", "Zoe");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(save).toHaveBeenLastCalledWith({ ...begun, first: "Zoe" }, 1, SUBMIT);

  expect((await screen.findByRole("alert")).textContent).toContain("Changed by someone else");
  expect([value("first"), value("phone")]).toEqual(["Zoe", "2"]);
  expect(screen.queryByRole("radio", { name: "last: mine" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "first: theirs" }));
  expect(value("first")).toBe("Mara");
  await user.click(screen.getByRole("radio", { name: "first: mine" }));
  await user.click(screen.getByRole("radio", { name: "phone: mine" }));
  expect([value("first"), value("phone")]).toEqual(["Zoe", "1"]);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(save).toHaveBeenLastCalledWith({ first: "Zoe", last: "Okafor", phone: "1" }, 5, SUBMIT);
});

test("offers to reload if the host sends no version", async () => {
  const save = jest.fn().mockResolvedValue({ text: "Changed", stale: true });
  const { user } = open(save);
  await type("first", "Zoe");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Changed");
  expect(screen.queryAllByRole("radio")).toEqual([]);
  expect(value("first")).toBe("Zoe");
});

test("restores an author's draft until it is discarded", async () => {
  const save = jest.fn().mockResolvedValue({ text: "No", stale: false });
  const first = open(save);
  await type("first", "Zoe");
  first.unmount();

  const other = open(save, "ben");
  expect(value("first")).toBe("Ana");
  other.unmount();

  const { user, unmount } = open(save);
  expect(screen.getByText("Draft restored")).toBeTruthy();
  expect(value("first")).toBe("Zoe");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(value("first")).toBe("Ana");
  unmount();
  open(save);
  expect(screen.queryByText("Draft restored")).toBeNull();
});
