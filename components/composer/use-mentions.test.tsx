import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NoteForm } from "./note-form.tsx";

const person = { email: "", role: { name: "USER" }, isPending: false };
const team = [
  { ...person, id: "u-1", firstName: "Priya", lastName: "Raman" },
  { ...person, id: "u-2", firstName: "Tom", lastName: "Finch" },
];

beforeEach(() => {
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    fetch: async (url: string) => Response.json(url.includes("organization/users") ? team : team[0]),
  });
});

test("mentions a colleague with @, and saves mention and pin", async () => {
  const saved: object[] = [];
  const onSave = async (note: object) => {
    saved.push(note);
    return null;
  };
  render(
    <NoteForm
      label="Note"
      draft="n"
      contactId="c-1"
      submitLabel="Save"
      onSave={onSave}
      bare
      placeholder="…"
    />,
  );
  const box = screen.getByLabelText<HTMLTextAreaElement>("Note");
  await screen.findByRole("button", { name: "Mention a colleague" });
  await userEvent.type(box, "Please check, @t");
  expect(await screen.findByRole("option", { name: "Tom Finch", selected: true })).toBeTruthy();
  await userEvent.keyboard("{Enter}");
  expect(box.value).toBe("Please check, @Tom Finch ");
  expect(screen.queryByRole("listbox")).toBeNull();
  await act(async () => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
  await userEvent.click(screen.getByRole("button", { name: "Pin this note" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Pin this note", pressed: false });
  expect(saved).toEqual([
    { content: "Please check, @Tom Finch", contactId: "c-1", mentions: ["u-2"], isPinned: true },
  ]);
});
