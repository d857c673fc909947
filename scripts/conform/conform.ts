import { createKit, type Finding, type Host } from "./kit.ts";
import { checkPromises, checkReads, checkSignIn, checkUnknown, checkWalls } from "./reads.ts";
import { checkWrites } from "./writes.ts";

/** Whether a host answers section 7 as the web app asks, and, if it is complete, the rest: row by row, in the order of the contract. */
export async function conform(host: Host, write: boolean): Promise<Finding[]> {
  const kit = createKit(host);
  if (await checkSignIn(kit, host)) {
    await checkWalls(kit);
    await checkUnknown(kit);
    await checkReads(kit, host);
    if (write) await checkWrites(kit);
    await checkPromises(kit);
  }
  return kit.findings.toSorted((a, b) => a.row.localeCompare(b.row));
}
