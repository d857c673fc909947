export function replaceText(
  field: HTMLInputElement | HTMLTextAreaElement,
  from: number,
  to: number,
  text: string,
): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated, but nothing else writes into a field's undo history.
  if (document.execCommand?.("insertText", false, text)) return;
  field.setRangeText(text, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
