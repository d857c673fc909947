import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NoteForm } from "#components/composer/note-form.tsx";
import { DraftOwner } from "#components/ui/draft.tsx";
import { saveDraft } from "#lib/drafts.ts";
import { unsaved } from "#lib/page-state.ts";

function show(edit?: { content: string; onClose: () => void }) {
  const hosts: (() => void)[] = [];
  const saved: string[] = [];
  const onSave = ({ content }: { content: string }) => {
    saved.push(content);
    return new Promise<null>((resolve) => hosts.push(() => resolve(null)));
  };
  render(<NoteForm label="Note" draft="note" contactId="c-1" submitLabel="Save" onSave={onSave} {...edit} />);
  return { saved, answer: () => act(async () => hosts.shift()?.()) };
}

const box = () => screen.getByLabelText<HTMLTextAreaElement>("Note");
const save = async () => userEvent.keyboard("{Control>}{Enter}{/Control}");

test("saves a note once and empties the box", async () => {
  const { saved, answer } = show();
  await userEvent.type(box(), "Likes emeralds ");
  await save();
  await save();
  await answer();
  expect(saved).toEqual(["Likes emeralds"]);
  expect(box().value).toBe("");
  expect(unsaved.size).toBe(0);
});

test("keeps text typed while saving as the next note", async () => {
  const { saved, answer } = show();
  await userEvent.type(box(), "Likes emeralds");
  await save();
  await userEvent.type(box(), "{Enter}Married in June");
  await answer();
  expect(box().value).toBe("Married in June");
  expect(unsaved.size).toBe(1);
  await save();
  await answer();
  expect(saved).toEqual(["Likes emeralds", "Married in June"]);
  expect(box().value).toBe("");
});

test("keeps an edit open that continues while saving", async () => {
  const onClose = jest.fn();
  const { saved, answer } = show({ content: "Likes emeralds", onClose });
  await userEvent.type(box(), " and pearls");
  await save();
  await userEvent.type(box(), ", not gold");
  await answer();
  expect(onClose).not.toHaveBeenCalled();
  expect(box().value).toBe("Likes emeralds and pearls, not gold");
  await save();
  await answer();
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(saved).toEqual(["Likes emeralds and pearls", "Likes emeralds and pearls, not gold"]);
});

test("keeps a draft and text typed before the code was loaded", async () => {
  saveDraft("me", "note", { values: { content: "Likes emeralds", contactId: "c-1" } });
  const begun = { text: "Married in June", caret: null, files: [], press: -1 };
  const note = { label: "Note", draft: "note", contactId: "c-1", submitLabel: "Add" };
  render(
    <DraftOwner value="me">
      <NoteForm {...note} begun={begun} onSave={async () => null} />
    </DraftOwner>,
  );
  await act(async () => {});
  expect(box().value).toBe("Likes emeralds\nMarried in June");
});
