import { type Invariant, rowsOf, sql } from "./invariant.ts";

/** Two hosts' clocks differ by ten minutes at most. */
const MARGIN = 15 * 60_000;

export const bounced: Invariant = {
  name: "bounced",
  says: "An address that came back gets no further email.",
  async check(look) {
    const known = await rowsOf<{ address: string; at: string }>(
      look,
      sql`select address, created_at as at from suppressions where reason = 'bounced' and lifted_at is null`,
    );
    const since = new Map(known.map(({ address, at }) => [address, Date.parse(at)]));
    return look.world.refusals
      .filter(({ to, at }) => at > (since.get(to) ?? Number.POSITIVE_INFINITY) + MARGIN)
      .map(({ to, at }) => `${to} got another email at ${new Date(at).toISOString()}`);
  },
};
