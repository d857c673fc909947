export type Recent = { id: string; name: string };

const KEY = "recent-contacts";
const MAX_CONTACTS = 5;

/** In this browser, latest first, at most five. */
export function recentContacts(me: string): Recent[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return stored?.me === me && Array.isArray(stored.contacts) ? stored.contacts.filter(isRecent) : [];
  } catch {
    return [];
  }
}

export function rememberContact(me: string, { id, name }: Recent): void {
  keep(me, [{ id, name }, ...others(me, id)]);
}

export function forgetContact(me: string, id: string): void {
  keep(me, others(me, id));
}

export function forgetContacts(): void {
  localStorage.removeItem(KEY);
}

function others(me: string, id: string): Recent[] {
  return recentContacts(me).filter((contact) => contact.id !== id);
}

function keep(me: string, contacts: Recent[]): void {
  localStorage.setItem(KEY, JSON.stringify({ me, contacts: contacts.slice(0, MAX_CONTACTS) }));
}

function isRecent(value: unknown): value is Recent {
  const { id, name } = Object(value);
  return typeof id === "string" && typeof name === "string";
}
