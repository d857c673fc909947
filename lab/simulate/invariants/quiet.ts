import { wallAt } from "#lib/time/zone.ts";
import { DAY, HOUR } from "../world.ts";
import type { Invariant } from "./invariant.ts";

/** From 19:00 to 8:00. Hosts' clocks may be five minutes off. */
const [FROM, TO] = [19.25, 7.75];

export const quiet: Invariant = {
  name: "quiet",
  says: "No campaign arrives in a store's quiet hours.",
  check: async ({ world, stores }) =>
    stores
      .filter(({ isCapped }) => !isCapped)
      .flatMap(({ name, timezone, movedAt }) =>
        world.mailboxes
          .filter(({ subject, at }) => subject === `News of ${name}` && at > movedAt + DAY)
          .filter(({ at }) => {
            const hour = (wallAt(at, timezone) % DAY) / HOUR;
            return hour >= FROM || hour < TO;
          })
          .map(({ to, at }) => `${to} got one at ${new Date(at).toISOString()}`),
      ),
};
