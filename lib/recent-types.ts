const KEY = "recent-appointment-types";
const MAX_TYPES = 8;

/** In this browser, latest first. */
export function recentTypes(me: string): string[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const { types } = Object(stored);
    return stored?.me === me && Array.isArray(types) ? types.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function rememberType(me: string, id: string): void {
  const types = [id, ...recentTypes(me).filter((other) => other !== id)].slice(0, MAX_TYPES);
  localStorage.setItem(KEY, JSON.stringify({ me, types }));
}
