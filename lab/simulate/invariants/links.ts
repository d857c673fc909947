import type { Person } from "../world.ts";
import { type Invariant, rowsOf, sql } from "./invariant.ts";

const RECENT = 8;

export const links: Invariant = {
  name: "links",
  says: "The links of each appointment's newest email work, whatever secret signed them.",
  async check(look) {
    const wrong: string[] = [];
    for (const { visits, people } of look.stores) {
      const [owner] = people as [Person];
      for (const { key, cancelToken } of [...visits.slice(0, RECENT), ...visits.slice(-RECENT)]) {
        const rows = await rowsOf(
          look,
          sql`select from bookings where request_key = ${key} and contact_id is not null`,
        );
        if (!cancelToken || rows.length === 0) continue;
        const { status } = await look.world.look("visitor.booking", owner, {
          params: { token: cancelToken },
        });
        if (status === 404) wrong.push(`${key}: nobody knows ${cancelToken}`);
      }
    }
    return wrong;
  },
};
