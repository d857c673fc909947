import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NoteBox } from "./note-box.tsx";

const box = () => screen.getByLabelText<HTMLTextAreaElement>("Note");

test("passes text, caret and a press to the loaded form", async () => {
  const saved: string[] = [];
  const onSave = async ({ content }: { content: string }) => {
    saved.push(content);
    return null;
  };
  render(<NoteBox label="Note" draft="note" contactId="c-1" submitLabel="Add" onSave={onSave} bare />);
  const first = box();
  first.focus();
  fireEvent.input(first, { target: { value: "Likes emeralds" } });
  first.setSelectionRange(6, 6);
  await waitFor(() => expect(box()).not.toBe(first));
  expect(document.activeElement).toBe(box());
  expect([box().value, box().selectionStart]).toEqual(["Likes emeralds", 6]);
  await userEvent.keyboard("red ");
  fireEvent.submit(screen.getByRole("form"));
  await waitFor(() => expect(saved).toEqual(["Likes red emeralds"]));
  expect(box().value).toBe("");
  await userEvent.type(box(), "{Escape}");
  expect(document.activeElement).toBe(document.body);
});
