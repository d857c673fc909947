/** One mark per form that holds unsaved text, with what throws away its draft, too. */
export const unsaved = new Map<symbol, () => void>();

export function discardUnsaved(): void {
  for (const discard of unsaved.values()) discard();
  unsaved.clear();
}
