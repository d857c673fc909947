// npm run simulate: runs stores through simulated days, with faults. See docs/simulation.md.
import { parseArgs } from "node:util";
import type { Result } from "./run.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    days: { type: "string", default: "30" },
    faults: { type: "string", default: "1" },
    load: { type: "string", default: "1" },
    until: { type: "string" },
  },
});
process.env.TZ = "UTC";
// First, because it replaces the machine's clock.
await import("./machine.ts");
const { simulate } = await import("./run.ts");
const until = values.until === undefined ? undefined : Number(values.until);
const numbers = {
  seed: Number(values.seed),
  days: Number(values.days),
  faults: Number(values.faults),
  load: Number(values.load),
};
const result = await simulate({ ...numbers, until });
print(result);
process.exit(result.violations.length > 0 ? 1 : 0);

function print({ seed, days, counts, violations, hash, wallS }: Result) {
  for (const { invariant, says, step, day, rows, events } of violations) {
    console.log(`VIOLATION of "${invariant}" (${says}) on day ${day}, at step ${step}`);
    for (const row of rows.slice(0, 20)) console.log(`  ${row}`);
    for (const event of events) console.log(`    ${event}`);
  }
  const { steps, requests, retries, mails, kills } = counts;
  console.log(
    `seed ${seed}: ${days} days, ${steps} steps, ${requests} requests (${retries} repeated), ${mails} mails, ${kills} kills, ` +
      `${violations.length} violations, ${wallS.toFixed(1)} s, ${hash}`,
  );
}
