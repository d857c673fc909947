import { DAY } from "../world.ts";
import type { Invariant } from "./invariant.ts";

/** The product counts seven days of the store, by two clocks. */
const DAYS = 5;
const MOST = 2;

export const capped: Invariant = {
  name: "capped",
  says: "Nobody gets more campaigns in a week than the store allows.",
  check: async ({ world, stores }) =>
    stores
      .filter(({ isCapped }) => isCapped)
      .flatMap(({ name, dropped }) => {
        const news = world.mailboxes.filter(
          ({ subject, to }) => subject === `News of ${name}` && !dropped.has(to),
        );
        return [...Map.groupBy(news, ({ to }) => to).values()].flatMap((all) =>
          all
            .filter(({ at }, i) => at - (all[i - MOST]?.at ?? 0) < DAYS * DAY)
            .map(({ to, at }) => `${to} got one more at ${new Date(at).toISOString()}`),
        );
      }),
};
