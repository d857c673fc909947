import { type Look, rowsOf, sql } from "./invariant.ts";

type Contact = Record<string, unknown> & { id: string };
type Snapshot = { contacts: Contact[]; counts: { what: string; count: number }[] };

const COLUMNS: Record<string, string[]> = {
  name: ["first_name", "last_name"],
  email: ["email"],
  phoneNumber: ["phone_number"],
  birthday: ["birthday"],
  anniversary: ["anniversary"],
};

export async function snapshot(look: Look, ids: string[]): Promise<Snapshot> {
  const given = sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`;
  const contacts = await rowsOf<{ row: Contact }>(
    look,
    sql`select to_jsonb(c) as row from contacts c where id in ${given}`,
  );
  const counts = await rowsOf<Snapshot["counts"][number]>(
    look,
    sql`select 'sales' as what, count(*)::int from purchases where contact_id in ${given}
      union all select 'notes', count(*)::int from notes where contact_id in ${given}
      union all select 'appointments', count(*)::int from bookings where contact_id in ${given}
      union all select 'tasks', count(*)::int from tasks where contact_id in ${given}
      union all select 'repairs', count(*)::int from repairs where contact_id in ${given}
      union all select 'sales with another name', count(*)::int from purchases p join contacts c on c.id = p.contact_id
        where c.id in ${given} and p.contact_name <> trim(c.first_name || ' ' || c.last_name)`,
  );
  return { contacts: contacts.map(({ row }) => row), counts };
}

/** `from`: whose value of each field was chosen. */
export function lostIn(before: Snapshot, from: Record<string, string>, after: Snapshot): string {
  const [kept] = after.contacts;
  const lost = Object.entries(from).flatMap(([key, id]) => {
    const chosen = before.contacts.find((one) => one.id === id);
    return (COLUMNS[key] ?? []).filter((column) => kept?.[column] !== chosen?.[column]);
  });
  const other = before.counts.filter(
    ({ what, count }) => after.counts.find((one) => one.what === what)?.count !== count,
  );
  const said = [...lost, ...other.map(({ what }) => what)];
  return said.length > 0
    ? `lost ${said}: ${JSON.stringify(before)}, chosen ${JSON.stringify(from)}, now ${JSON.stringify(after)}`
    : "";
}
