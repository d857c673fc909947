export type Recent = { id: string; name: string };

function recentList<T>(key: string, field: string, most: number, isOne: (value: unknown) => value is T) {
  function read(me: string): T[] {
    try {
      const stored = Object(JSON.parse(localStorage.getItem(key) ?? "null"));
      return stored.me === me && Array.isArray(stored[field]) ? stored[field].filter(isOne) : [];
    } catch {
      return [];
    }
  }
  function keep(me: string, list: T[]): void {
    localStorage.setItem(key, JSON.stringify({ me, [field]: list.slice(0, most) }));
  }
  return { read, keep };
}

const contacts = recentList("recent-contacts", "contacts", 5, (value): value is Recent => {
  const { id, name } = Object(value);
  return typeof id === "string" && typeof name === "string";
});
const types = recentList(
  "recent-appointment-types",
  "types",
  8,
  (value): value is string => typeof value === "string",
);

export const recentContacts = contacts.read;
export const recentTypes = types.read;

export function rememberContact(me: string, { id, name }: Recent): void {
  contacts.keep(me, [{ id, name }, ...contacts.read(me).filter((other) => other.id !== id)]);
}

export function rememberType(me: string, id: string): void {
  types.keep(me, [id, ...types.read(me).filter((other) => other !== id)]);
}

export function forgetContact(me: string, id: string): void {
  contacts.keep(
    me,
    contacts.read(me).filter((other) => other.id !== id),
  );
}

export function forgetContacts(): void {
  localStorage.removeItem("recent-contacts");
}
