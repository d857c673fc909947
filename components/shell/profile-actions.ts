export const profileControls = {
  sale: '[data-action="new-sale"]',
  book: '[data-action="new-appointment"]',
  edit: '[data-shortcut="e"]',
  note: 'textarea[data-shortcut="n"], button[data-shortcut="n"]',
  task: '[data-shortcut="t"], button[data-shortcut="n"]',
  text: '[data-action="text"]',
  more: 'button[aria-haspopup="menu"][aria-label^="More for "]',
};

export function findPress(control: string): (() => void) | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(control)];
  const target = all.find((one) => one.getClientRects().length > 0);
  if (!target) return undefined;
  return () => (target instanceof HTMLTextAreaElement ? target.focus() : target.click());
}
