import { createKit, type Finding, type Host } from "./kit.ts";
import { checkCapabilities, checkReads, checkSessionRequired, checkSignIn, checkUnknown } from "./reads.ts";
import { checkWrites } from "./writes.ts";

export async function conform(host: Host, write: boolean): Promise<Finding[]> {
  const kit = createKit(host);
  if (await checkSignIn(kit, host)) {
    await checkSessionRequired(kit);
    await checkUnknown(kit);
    await checkReads(kit, host);
    if (write) await checkWrites(kit);
    await checkCapabilities(kit);
  }
  return kit.findings.toSorted((a, b) => a.row.localeCompare(b.row));
}
