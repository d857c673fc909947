import type { Ask } from "./host.ts";

export async function askSegments(ask: Ask): Promise<void> {
  const kept = { name: "Quiet", of: "contacts", segment: "[]", sort: "name:asc", isShared: true };
  const params = (await ask("segments.create", { body: kept })) as unknown as { id: string };
  await ask("segments.update", { params, body: { ...kept, name: "Quiet ones", version: 1 } });
  expect(await ask("segments.list")).not.toEqual([]);
  await ask("segments.delete", { params });
}
