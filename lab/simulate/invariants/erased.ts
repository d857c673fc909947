import { now } from "../machine.ts";
import type { Person } from "../world.ts";
import { type Invariant, isNew, rowsOf, sql } from "./invariant.ts";

/** Words of erased people, with when. */
const gone = new Map<string, string>();
const forgotten = new Map<string, number>();
const ON_ITS_WAY = 5 * 60_000;
/** How often old rows are searched, for people erased since. */
const EVERY_DAYS = 7;
let unsearched: string[] = [];

export const erased: Invariant = {
  name: "erased",
  says: "What was erased appears in no table and no journal entry, and gets no email.",
  async check(look) {
    const wrong: string[] = [];
    const mailed = new Set(look.world.mailboxes.map(({ to }) => to));
    for (const store of look.stores) {
      const [owner] = store.people as [Person];
      const byEmail = Map.groupBy(store.customers, ({ email }) => email);
      const known = store.customers.filter(
        ({ email }) => mailed.has(email) && byEmail.get(email)?.length === 1,
      );
      const customer = store.customers.length > 4 && known.length > 0 ? store.random.pick(known) : undefined;
      if (!customer) continue;
      const params = { id: customer.id };
      const { body: contact } = await look.world.look("contacts.get", owner, { params });
      if (!contact.email?.startsWith("c")) continue;
      const same = await rowsOf(
        look,
        sql`select 1 from contacts where email_key = ${contact.email} union all
          select 1 from journal where action = 'deleted' and was->>'email' = ${contact.email}`,
      );
      // Others with the address keep it.
      if (same.length !== 1 || store.dropped.has(contact.email)) continue;
      const body = { name: `${contact.firstName} ${contact.lastName}` };
      const { status } = await look.world.look("contacts.erase", owner, { params, body });
      if (status !== 200) continue;
      store.customers = store.customers.filter(({ id }) => id !== customer.id);
      store.sales = store.sales.filter(({ contactId }) => contactId !== customer.id);
      const marked = store.marked.get(contact.email);
      if (marked) marked.fate = "unknown";
      store.refused.delete(contact.email);
      store.unsubscribed.delete(contact.email);
      store.dropped.add(contact.email);
      forgotten.set(contact.email, now());
      for (const word of [contact.email, /Q[a-j]{5,}/.exec(contact.lastName)?.[0].toLowerCase()])
        if (word) {
          gone.set(word, `${store.name}, erased at step ${look.world.counts.steps}`);
          unsearched.push(word.replaceAll(".", "\\."));
        }
    }
    if (gone.size === 0) return wrong;
    for (const { to, at, subject } of look.world.mailboxes) {
      const erasedAt = forgotten.get(to) ?? Number.POSITIVE_INFINITY;
      if (at > erasedAt + ON_ITS_WAY) wrong.push(`${to} got "${subject}" at ${new Date(at).toISOString()}`);
    }
    const tables = await rowsOf<{ name: string }>(
      look,
      sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
    const words = JSON.stringify([...gone.keys()]);
    const searchesOld = unsearched.length > 0 && (look.day <= 5 || look.day % EVERY_DAYS === 0);
    const isOld = searchesOld ? sql`lower(t::text) ~ ${unsearched.join("|")}` : sql`false`;
    if (searchesOld) unsearched = [];
    for (const { name } of tables) {
      const rows = await rowsOf<{ row: string; word: string }>(
        look,
        sql`select to_jsonb(t)::text as row, word from ${sql.identifier(name)} t,
          lateral regexp_matches(lower(t::text), 'c[0-9a-f]{6}x[0-9]+@example\\.com|q[a-j]{5,}', 'g') as found(parts),
          lateral (select parts[1] as word) as w
          where (${isNew(look, "t")} or ${isOld}) and word in (select jsonb_array_elements_text(${words}::jsonb)) limit 3`,
      );
      for (const { row, word } of rows)
        wrong.push(`${name} has ${word} (${gone.get(word)}): ${row.slice(0, 400)}`);
    }
    return wrong;
  },
};
