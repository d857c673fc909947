import type { Person } from "../world.ts";
import { type Invariant, rowsOf, sql } from "./invariant.ts";

const gone = new Map<string, string>();

export const erased: Invariant = {
  name: "erased",
  says: "What was erased appears in no table and no journal entry.",
  async check(look) {
    const wrong: string[] = [];
    for (const store of look.stores) {
      const [owner] = store.people as [Person];
      const customer = store.customers.length > 10 ? store.random.pick(store.customers) : undefined;
      if (!customer) continue;
      const params = { id: customer.id };
      const { body: contact } = await look.world.look("contacts.get", owner, { params });
      if (!contact.email?.startsWith("c")) continue;
      const body = { name: `${contact.firstName} ${contact.lastName}` };
      const { status } = await look.world.look("contacts.erase", owner, { params, body });
      if (status !== 200) continue;
      store.customers = store.customers.filter(({ id }) => id !== customer.id);
      store.sales = store.sales.filter(({ contactId }) => contactId !== customer.id);
      const known = store.marked.get(contact.email);
      if (known) known.fate = "unknown";
      gone.set(contact.email, `${store.name}, erased at step ${look.world.counts.steps}`);
    }
    const tables = await rowsOf<{ name: string }>(
      look,
      sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
    for (const { name } of tables) {
      for (const [email, when] of gone) {
        const rows = await rowsOf<{ row: string }>(
          look,
          sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t where position(${email} in t::text) > 0 limit 2`,
        );
        for (const { row } of rows) wrong.push(`${name} has ${email} (${when}): ${row.slice(0, 400)}`);
      }
    }
    return wrong;
  },
};
