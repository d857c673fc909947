import { render, screen } from "@testing-library/react";
import { insertAtCaret, noteVisit, replaceTokens } from "./use-suggestions.ts";

const onChange = jest.fn();

function field(text: string): HTMLTextAreaElement {
  render(<textarea defaultValue={text} onChange={(event) => onChange(event.target.value)} />);
  return screen.getByRole("textbox");
}

// jsdom knows no execCommand: what is tested here is the way that every browser knows.
test("a token goes where the caret stands, over a selection, and React hears of it", () => {
  const area = field("Dear friend,");
  noteVisit(area);
  area.setSelectionRange(5, 11);
  insertAtCaret(area, "{{firstName}}");
  expect(area.value).toBe("Dear {{firstName}},");
  expect(onChange).toHaveBeenLastCalledWith("Dear {{firstName}},");
  expect(document.activeElement).toBe(area);
  expect(area.selectionStart).toBe("Dear {{firstName}}".length);
});

test("in a field that nobody was in yet it goes to the end", () => {
  const area = field("Dear ");
  area.setSelectionRange(0, 0);
  insertAtCaret(area, "{{firstName}}");
  expect(area.value).toBe("Dear {{firstName}}");
});

test("a misspelt token is written right wherever it stands", () => {
  const area = field("{{emial}} or {{ emial }}, not {{Emial}} or emial");
  replaceTokens(area, "emial", "email");
  expect(area.value).toBe("{{email}} or {{email}}, not {{Emial}} or emial");
});
