import type { PieceKind, RepairLine, RepairState, RepairStep } from "#lib/contract/repair-terms.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { DAY, HOUR } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { repairNumbers, repairSettings, repairs } from "#server/platform/db/schema-repairs.ts";
import { searchLine } from "#server/platform/db/search.ts";
import { FIRST_NUMBER } from "./drafts.ts";

type Named = { id: string; firstName: string; lastName: string };
type Store = { organizationId: string; timezone: string; customers: Named[]; team: Named[] };

/** `days`: when each state began, ago; `promised`: from today. */
type Piece = Pick<
  typeof repairs.$inferInsert,
  "metal" | "stones" | "marks" | "condition" | "words" | "keptIn"
> & {
  name: string;
  kind: PieceKind;
  way: [RepairState, days: number][];
  promised: number;
  work: [name: string, amount: string][];
  estimate?: "UP_TO" | "AFTER_LOOK";
  isNotified?: boolean;
};

const WORKSHOPS = [
  { name: "Harbor Watch Service", days: 14 },
  { name: "Lindqvist Stone Setting", days: 10 },
];
const PRICES: RepairLine[] = [
  { name: "Resize ring", note: null, amount: "85" },
  { name: "Replace watch battery", note: "Pressure test included", amount: "35" },
  { name: "Restring pearls", note: "Per strand, with knots", amount: "95" },
  { name: "Polish and rhodium plate", note: null, amount: "70" },
];

const PIECES: Piece[] = [
  {
    ...{ name: "Signet ring", kind: "RING", promised: -9, metal: "14 ct yellow gold" },
    ...{ marks: "Crest, worn", work: [["Polish and rhodium plate", "70"]] },
    way: [
      ["IN", 18],
      ["BENCH", 15],
      ["READY", 11],
      ["HANDED_OVER", 10],
    ],
  },
  {
    ...{ name: "Brooch with a cracked opal", kind: "OTHER", promised: -4, stones: "Opal, 9 mm" },
    ...{ condition: "The opal is cracked through", work: [["Replace opal", "240"]], estimate: "AFTER_LOOK" },
    way: [
      ["IN", 16],
      ["WAITING", 14],
      ["RETURNED", 6],
    ],
  },
  {
    ...{ name: "Automatic watch, steel", kind: "WATCH", promised: -2, keptIn: "Safe, drawer 3" },
    ...{ words: "Loses ten minutes a day", work: [["Full service", "310"]], estimate: "UP_TO" },
    way: [
      ["IN", 21],
      ["AWAY", 19],
    ],
  },
  {
    ...{ name: "Pearl necklace, one strand", kind: "NECKLACE", promised: 1, isNotified: true },
    ...{ stones: "58 freshwater pearls", work: [["Restring pearls", "95"]] },
    way: [
      ["IN", 8],
      ["BENCH", 4],
      ["READY", 1],
    ],
  },
  {
    ...{ name: "Charm bracelet", kind: "BRACELET", promised: 2, metal: "Sterling silver" },
    ...{
      work: [
        ["Solder two links", "45"],
        ["Clean", "20"],
      ],
    },
    way: [
      ["IN", 6],
      ["BENCH", 2],
      ["READY", 0],
    ],
  },
  {
    ...{ name: "Engagement ring, size 6 to 6½", kind: "RING", promised: 3, metal: "Platinum" },
    ...{ stones: "Diamond, 0.7 ct", keptIn: "Safe, drawer 1", work: [["Resize ring", "85"]] },
    way: [
      ["IN", 4],
      ["BENCH", 1],
    ],
  },
  {
    ...{ name: "Earrings, one clasp missing", kind: "EARRINGS", promised: 6, estimate: "AFTER_LOOK" },
    ...{ work: [["Make a clasp", "120"]] },
    way: [
      ["IN", 3],
      ["WAITING", 2],
    ],
  },
  {
    ...{ name: "Wedding band", kind: "RING", promised: 8, marks: "Engraved: M & A 2011" },
    ...{ metal: "18 ct white gold", work: [["Polish and rhodium plate", "70"]] },
    way: [["IN", 0]],
  },
];

export async function seedRepairs(tx: Db, store: Store, now: Date): Promise<void> {
  const { organizationId, timezone, customers, team } = store;
  await tx.insert(repairSettings).values({ id: organizationId, prices: PRICES, workshops: WORKSHOPS });
  const today = dayOf(now, timezone);
  const rows = PIECES.map(({ way, promised, work, isNotified, ...piece }, i) => {
    const [contact, person] = [customers[i], team[i % team.length]];
    if (!contact || !person) throw new Error("the demo has too few people");
    const by = `${person.firstName} ${person.lastName}`;
    const at = (days: number) => new Date(now.getTime() - days * DAY - (days === 0 ? HOUR : 0));
    const away = { workshop: WORKSHOPS[0]?.name ?? "", backDay: addDays(today, 2) };
    const steps = way.map(
      ([state, days]): RepairStep => ({
        ...{ state, at: at(days).toISOString(), by },
        ...(state === "AWAY" && away),
        ...(state === "READY" && isNotified && { notified: { how: "TEXT", at: at(days).toISOString(), by } }),
      }),
    );
    const [state, since] = way.at(-1) ?? ["IN", 0];
    const createdAt = at(way[0]?.[1] ?? 0);
    return {
      ...piece,
      ...{ organizationId, id: newId(createdAt.getTime()), number: FIRST_NUMBER + i },
      ...{ contactId: contact.id, contactName: `${contact.firstName} ${contact.lastName}` },
      ...{ userId: person.id, state, stateAt: at(since), stateBy: by, steps },
      ...(state === "AWAY" && away),
      promisedDay: addDays(today, promised),
      lines: work.map(([name, amount]) => ({ name, note: null, amount })),
      total: String(work.reduce((sum, [, amount]) => sum + Number(amount), 0)),
      search: searchLine(`${piece.name} ${piece.marks ?? ""}`),
      ...{ createdBy: by, createdAt, updatedAt: at(since) },
    };
  });
  await tx.insert(repairs).values(rows);
  await tx.insert(repairNumbers).values({ last: FIRST_NUMBER + rows.length - 1 });
}
