import type { Person } from "../world.ts";
import { type Invariant, rowsOf, sql, storesInTurn } from "./invariant.ts";

export const rights: Invariant = {
  name: "rights",
  says: "Staff only see and undo their own deletions. They can't delete others' payments or lift refusals. Nobody removes the owner.",
  async check(look) {
    const { world } = look;
    const wrong: string[] = [];
    for (const { id: storeId, name, people } of storesInTurn(look)) {
      const [owner, admin, staff] = people as [Person, Person, Person];
      const trash = await world.look("trash.list", staff, { query: { limit: 100 } });
      const others = await rowsOf<{ id: string }>(
        look,
        sql`select record_id as id from journal where organization_id = ${storeId} and action = 'deleted' and actor_id <> ${staff.id}
          and record_id not in (select record_id from journal where organization_id = ${storeId} and action = 'deleted' and actor_id = ${staff.id})`,
      );
      const theirs = new Set(others.map(({ id }) => id));
      for (const { id } of trash.body)
        if (theirs.has(id ?? "")) wrong.push(`${name}: staff see ${id} in the trash`);
      const [gone] = (await world.look("trash.list", owner, { query: { limit: 50 } })).body.filter(({ id }) =>
        theirs.has(id ?? ""),
      );
      const payments = await rowsOf<{ id: string }>(
        look,
        sql`select id from sale_payments where organization_id = ${storeId} and created_by_id <> ${staff.id} limit 1`,
      );
      const refused = await rowsOf<{ id: string }>(
        look,
        sql`select c.id from contacts c join suppressions s on s.organization_id = c.organization_id and s.address = c.email_key
          where c.organization_id = ${storeId} and s.reason = 'unsubscribed' and s.lifted_at is null limit 1`,
      );
      const params = (one: { id?: string | null } | undefined) => ({ params: { id: one?.id ?? "" } });
      const said = { body: { state: "given", said: "" } };
      const tries: [string, boolean, () => Promise<{ status: number }>][] = [
        ["staff restore", gone !== undefined, () => world.look("trash.restore", staff, params(gone))],
        [
          "staff delete a payment",
          payments.length > 0,
          () => world.look("payments.delete", staff, params(payments[0])),
        ],
        [
          "staff lift a refusal",
          refused.length > 0,
          () => world.look("contacts.setConsent", staff, { ...params(refused[0]), ...said }),
        ],
        [
          "an admin removes the owner",
          true,
          () => world.look("team.remove", admin, { body: { id: owner.id } }),
        ],
        ["staff remove an admin", true, () => world.look("team.remove", staff, { body: { id: admin.id } })],
        [
          "the owner removes themself",
          true,
          () => world.look("team.remove", owner, { body: { id: owner.id } }),
        ],
      ];
      for (const [what, isPossible, act] of tries) {
        if (!isPossible) continue;
        const { status } = await act();
        if (status < 400 || status >= 500) wrong.push(`${name}: ${what}, answered ${status}`);
      }
    }
    return wrong;
  },
};
