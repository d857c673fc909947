import { join } from "node:path";
import { report } from "./figures.ts";
import { megabytes, type Stores } from "./store.ts";

export function benchWrites({ large, count }: Stores, postgres?: Stores | null): void {
  const perFifth = (key: "seconds" | "cpu") => ({
    unit: "s",
    samples: large.slices.map((slice) => slice[key]),
    ...(postgres && {
      anchor: { name: "Postgres", samples: postgres.large.slices.map((slice) => slice[key]) },
    }),
    goal: { ratio: 2 },
  });
  report(`PGlite: writing ${count} contacts with a sale each`, [
    { name: "one fifth", ...perFifth("seconds") },
    { name: "one fifth: CPU", ...perFifth("cpu") },
    {
      name: "log (WAL) after each fifth",
      unit: "MB",
      samples: large.slices.map(({ log }) => log),
      goal: { value: 128 },
    },
    { name: "folder", unit: "MB", samples: [megabytes(join(large.dataDir, "db"))] },
  ]);
}
