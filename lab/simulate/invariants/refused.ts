import type { Delivered } from "../smtp.ts";
import type { Store } from "../store.ts";
import type { Invariant } from "./invariant.ts";

const ON_ITS_WAY = 5 * 60_000;

export const refused: Invariant = {
  name: "refused",
  says: "Nobody who said no gets marketing email afterwards, and nobody who didn't say yes while that is needed.",
  check: async ({ world, stores }) =>
    world.mailboxes
      .filter(({ unsubscribe }) => unsubscribe !== "")
      .flatMap((mail) =>
        stores.flatMap((store) => {
          const since = whenRefused(store, mail);
          if (since === undefined || mail.at <= since + ON_ITS_WAY) return [];
          const [no, got] = [since, mail.at].map((at) => new Date(at).toISOString());
          return [`${mail.to} may get nothing since ${no}, and got "${mail.subject}" at ${got}`];
        }),
      ),
};

function whenRefused({ id, refused: all, onlyConsented }: Store, { to, at }: Delivered) {
  const law = onlyConsented.find(({ since, until }) => since < at && at < until);
  return all.get(to) ?? (to.startsWith(`c${id.slice(-6)}x`) ? law?.since : undefined);
}
