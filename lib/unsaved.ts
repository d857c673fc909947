/** One mark per form that holds unsaved text. */
export const unsaved = new Set<symbol>();
