import { type Invariant, isNew, lines, rowsOf, sql } from "./invariant.ts";

/** Two hosts' clocks differ by ten minutes at most. */
const MARGIN = 15 * 60_000;

export const bounced: Invariant = {
  name: "bounced",
  says: "A bounced address is stored, and gets no further email.",
  async check(look) {
    const known = await rowsOf<{ address: string; at: string }>(
      look,
      sql`select address, created_at as at from suppressions where reason = 'bounced' and lifted_at is null`,
    );
    const unknown = await rowsOf(
      look,
      sql`select to_address, reason from mails m where ${isNew(look, "m")} and state = 'failed' and reason ~ 'No such user'
        and not exists (select from suppressions s where s.organization_id = m.organization_id and s.address = lower(m.to_address))`,
    );
    const since = new Map(known.map(({ address, at }) => [address, Date.parse(at)]));
    const again = look.world.refusals
      .filter(({ to, at }) => at > (since.get(to) ?? Number.POSITIVE_INFINITY) + MARGIN)
      .map(({ to, at }) => `${to} got another email at ${new Date(at).toISOString()}`);
    return [...lines(unknown), ...again];
  },
};
