const listeners = new Set<() => void>();

/** Whether the tables' rows are low ones; app/layout.tsx sets the class before the first paint. */
export function isCompact(): boolean {
  return document.documentElement.classList.contains("compact");
}

export function toggleRows(): void {
  const compact = document.documentElement.classList.toggle("compact");
  localStorage.setItem("rows", compact ? "compact" : "comfortable");
  for (const listener of listeners) listener();
}

export function watchRows(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
