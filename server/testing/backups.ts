import type { Ask } from "./host.ts";

/** Calls every backup endpoint as the owner of the only store. `work` runs the job. */
export async function askBackups(work: () => Promise<unknown>, ask: Ask): Promise<void> {
  await ask("backups.make");
  await work();
  const { kept } = await ask("backups.get");
  await ask("backups.verify", { body: { name: kept[0]?.name } });
  await work();
}
