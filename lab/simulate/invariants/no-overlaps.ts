import { AFTER, BEFORE } from "../store.ts";
import { type Invariant, isNew, lines, rowsOf, sql } from "./invariant.ts";

export const noOverlaps: Invariant = {
  name: "no overlaps",
  says: "No two appointments of a person overlap, free minutes included, unless staff allowed it.",
  check: async (look) => {
    const unlike = await rowsOf(
      look,
      sql`select id, minutes_before, minutes_after from bookings b where ${isNew(look, "b")} and appointment_type_id is not null
        and (minutes_before, minutes_after) <> (${BEFORE}, ${AFTER})`,
    );
    const over = await rowsOf(
      look,
      sql`select a.id, b.id as other, a.user_id, a.starts_at, b.starts_at as other_starts_at
          from bookings a join bookings b on a.organization_id = b.organization_id and a.user_id = b.user_id and a.id <> b.id
          where ${isNew(look, "a")} and a.status = 'CONFIRMED' and b.status = 'CONFIRMED' and not a.is_overlap and not b.is_overlap
            and a.starts_at - a.minutes_before * interval '1 minute' < b.ends_at + b.minutes_after * interval '1 minute'
            and b.starts_at - b.minutes_before * interval '1 minute' < a.ends_at + a.minutes_after * interval '1 minute'`,
    );
    return [...lines(unlike), ...lines(over)];
  },
};
