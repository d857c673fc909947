import { askPhoto, partOf } from "./files.ts";
import type { Ask } from "./host.ts";
import { png } from "./pictures.ts";

export function repairOf(contactId: string, changes: object = {}) {
  return {
    ...{ contact: { id: contactId, name: "" }, name: "Sapphire halo ring", kind: "RING", personId: null },
    ...{ promisedDay: "2026-11-27", marks: "750, M&F", words: "Tight in the evening", estimate: "FIXED" },
    lines: [
      { name: "Resize ring", note: "to 6½", amount: "85.00" },
      { name: "Retip prongs", amount: 100.1 },
    ],
    ...changes,
  };
}

export async function askRepairs(ask: Ask, { id: contactId }: { id: string }): Promise<void> {
  await ask("repairs.spares");
  const { draft } = await ask("repairs.reserve");
  const link = { params: await ask("repairs.photoLink", { body: { draft } }) };
  await ask("visitor.draft", link, null);
  const bytes = png();
  const shot = await ask("visitor.addPhoto", { ...link, body: { bytes: bytes.length } }, null);
  await ask("visitor.sendPhoto", { ...link, body: { ...shot, ...partOf(bytes, 0) } }, null);
  expect(await ask("repairs.draftPhotos", { query: { draft } })).toMatchObject([shot]);
  const { id, token } = await ask("repairs.create", { body: repairOf(contactId, { draft }) });
  const params = { id };
  await ask("repairs.addPhotos", { params, body: { photos: [await askPhoto(ask)] } });
  const { number } = await ask("repairs.get", { params });
  await ask("repairs.ofNumber", { query: { number } });
  await ask("repairs.ofToken", { query: { token } });
  const { contact: _, ...form } = repairOf(contactId);
  await ask("repairs.update", { params, body: { ...form, deposit: "50", promisedDay: "2026-11-28" } });
  await ask("repairs.move", {
    params,
    body: { from: "IN", state: "AWAY", workshop: "Harbor Stone Setting" },
  });
  await ask("visitor.repair", { params: { token } }, null);
  await ask("visitor.approve", { params: { token }, body: { estimateVersion: 1 } }, null);
  await ask("visitor.askCall", { params: { token } }, null);
  expect(await ask("repairs.list", { query: { contact: contactId } })).not.toEqual([]);
  expect(await ask("repairs.board", { query: { view: "open" } })).toMatchObject([{ id, state: "AWAY" }]);
  expect(await ask("repairs.counts")).toMatchObject({ open: 1, states: { AWAY: 1 } });
  const prices = [{ name: "Polish and clean", note: null, amount: "30" }];
  const settings = {
    prefix: "mf",
    slipText: "Thank you.",
    prices,
    workshops: [{ name: "Gem lab", days: 5 }],
  };
  await ask("repairs.setSettings", { body: settings });
  expect(await ask("repairs.settings")).toEqual({ ...settings, prefix: "MF", version: 2 });
  expect(await ask("repairs.workshops")).toEqual(["Gem lab", "Harbor Stone Setting"]);
  await ask("repairs.notify", { params, body: { how: "CALL", from: "AWAY", seenAt: null } });
  await ask("repairs.postpone", { params, body: { day: "2026-12-01" } });
  await ask("repairs.undo", { params, body: { from: "AWAY" } });
  await ask("sales.nextInvoice");
  await ask("repairs.handOver", { params, body: { from: "IN", to: "A friend", reason: null, sale: null } });
  await ask("repairs.report", { query: { from: "2026-01-01", to: "2026-12-31" } });
  await ask("repairs.delete", { params });
}
