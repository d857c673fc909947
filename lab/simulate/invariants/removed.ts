import { type Invariant, rowsOf, sql, storesInTurn } from "./invariant.ts";

export const removed: Invariant = {
  name: "removed",
  says: "A removed person is signed out, and no record is assigned to them.",
  async check(look) {
    const wrong: string[] = [];
    for (const { name, left } of storesInTurn(look)) {
      for (const person of left) {
        const { status } = await look.world.look("contacts.list", person, { query: { limit: 1 } });
        if (status !== 401) wrong.push(`${name}: ${person.email} is still signed in (${status})`);
        const rows = await rowsOf<{ what: string; count: number }>(
          look,
          sql`select 'appointments' as what, count(*)::int from bookings where user_id = ${person.id}
            union all select 'offers', count(*)::int from offers where user_id = ${person.id}
            union all select 'tasks', count(*)::int from tasks where user_id = ${person.id}
            union all select 'repairs', count(*)::int from repairs where user_id = ${person.id}
            union all select 'days off', count(*)::int from hours_exceptions where user_id = ${person.id}
            union all select 'types', count(*)::int from appointment_types where ${person.id} = any(people)`,
        );
        for (const { what, count } of rows)
          if (count > 0) wrong.push(`${name}: ${person.email} has ${count} ${what}`);
      }
    }
    return wrong;
  },
};
