import type { Ask } from "./host.ts";

export async function askTags(ask: Ask, of: { params: { id: string } }): Promise<void> {
  const vip = await ask("tags.create", { body: { name: "VIP", color: 3 } });
  const its = { params: { id: vip.id } };
  await ask("tags.update", { ...its, body: { name: "Very important", color: 2, version: 1 } });
  const bride = await ask("contacts.addTag", { ...of, body: { name: "Bridal 2026" } });
  await ask("tags.list");
  await ask("tags.merge", { params: { id: bride.id }, body: { into: vip.id } });
  await ask("contacts.removeTag", { ...of, body: { tagId: vip.id } });
  await ask("tags.delete", its);
  const what = { do: "tag", name: "Sapphire" };
  const { work } = await ask("contacts.bulk", { body: { what, whom: { ids: [of.params.id] } } });
  await ask("contacts.undoBulk", { body: { work } });
}
