import type { Invariant } from "./invariant.ts";

const ON_ITS_WAY = 5 * 60_000;

export const refused: Invariant = {
  name: "refused",
  says: "Nobody who said no gets marketing email afterwards.",
  check: async ({ world, stores }) =>
    world.mailboxes.flatMap(({ to, at, subject, unsubscribe }) => {
      const since = stores.map(({ refused: all }) => all.get(to)).find((found) => found !== undefined);
      const isWrong = unsubscribe !== "" && since !== undefined && at > since + ON_ITS_WAY;
      return isWrong
        ? [
            `${to} said no at ${new Date(since).toISOString()}, and got "${subject}" at ${new Date(at).toISOString()}`,
          ]
        : [];
    }),
};
