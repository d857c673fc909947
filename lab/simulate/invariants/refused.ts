import type { Delivered } from "../smtp.ts";
import type { Store } from "../store.ts";
import type { Invariant } from "./invariant.ts";

const ON_ITS_WAY = 5 * 60_000;

export const refused: Invariant = {
  name: "refused",
  says: "Nobody gets marketing email after refusing it, or without consent while the store requires consent.",
  check: async ({ world, stores }) =>
    world.mailboxes
      .filter(({ unsubscribe }) => unsubscribe !== "")
      .flatMap((mail) =>
        stores.flatMap((store) => {
          const since = whenRefused(store, mail);
          if (since === undefined || mail.at <= since + ON_ITS_WAY) return [];
          const [no, got] = [since, mail.at].map((at) => new Date(at).toISOString());
          return [`${mail.to} must get no marketing after ${no}, but got "${mail.subject}" at ${got}`];
        }),
      ),
};

function whenRefused({ id, refused: all, onlyConsented }: Store, { to, at }: Delivered) {
  const law = onlyConsented.find(({ since, until }) => since < at && at < until);
  return all.get(to) ?? (to.startsWith(`c${id.slice(-6)}x`) ? law?.since : undefined);
}
