import { render, screen } from "@testing-library/react";
import { insertAtCaret, noteVisit, replaceTokens } from "./use-suggestions.ts";

const onChange = jest.fn();

function field(text: string): HTMLTextAreaElement {
  render(<textarea defaultValue={text} onChange={(event) => onChange(event.target.value)} />);
  return screen.getByRole("textbox");
}

// jsdom has no execCommand, so this tests the fallback.
test("inserts a placeholder at the caret or selection, and notifies React", () => {
  const area = field("Dear friend,");
  noteVisit(area);
  area.setSelectionRange(5, 11);
  insertAtCaret(area, "{{firstName}}");
  expect(area.value).toBe("Dear {{firstName}},");
  expect(onChange).toHaveBeenLastCalledWith("Dear {{firstName}},");
  expect(document.activeElement).toBe(area);
  expect(area.selectionStart).toBe("Dear {{firstName}}".length);
});

test("inserts at the end of a never focused field", () => {
  const area = field("Dear ");
  area.setSelectionRange(0, 0);
  insertAtCaret(area, "{{firstName}}");
  expect(area.value).toBe("Dear {{firstName}}");
});

test("corrects a misspelled placeholder everywhere", () => {
  const area = field("{{emial}} or {{ emial }}, not {{Emial}} or emial");
  replaceTokens(area, "emial", "email");
  expect(area.value).toBe("{{email}} or {{email}}, not {{Emial}} or emial");
});
