import { screen, waitFor } from "@testing-library/react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { DraftOwner } from "#components/ui/draft.tsx";
import { NoteBox } from "./note-box.tsx";

const box = () => screen.getByLabelText<HTMLTextAreaElement>("Note");

test("loses no letter that is typed while the form replaces the box", async () => {
  const text = "Wants the halo ring";
  const isAct = Reflect.get(globalThis, "IS_REACT_ACT_ENVIRONMENT");
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await import("./note-form.tsx");
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", false);
  try {
    const host = { label: "Note", draft: "note", contactId: "c-1", submitLabel: "Add", bare: true };
    flushSync(() =>
      root.render(
        <DraftOwner.Provider value="u-1">
          <NoteBox {...host} onSave={async () => null} />
        </DraftOwner.Provider>,
      ),
    );
    const first = box();
    first.focus();
    for (const letter of text) {
      const area = document.activeElement as HTMLTextAreaElement;
      area.setRangeText(letter, area.value.length, area.value.length, "end");
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await Promise.resolve();
    }
    await waitFor(() => expect(box()).not.toBe(first));
    await waitFor(() => expect(box().value).toBe(text));
  } finally {
    root.unmount();
    place.remove();
    localStorage.clear();
    sessionStorage.clear();
    Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", isAct);
  }
});
