import type { OwnKind } from "#lib/contract/field-terms.ts";
import type { Ask } from "./host.ts";

export function fieldOf(label: string, changes: { kind?: OwnKind } & Record<string, unknown> = {}) {
  const options = changes.kind?.startsWith("choice")
    ? [
        { id: "a", text: "Gold" },
        { id: "b", text: "Platinum" },
      ]
    : [];
  const form = { label, group: "Sizes and taste", kind: "text", options };
  return { ...form, isRequired: false, isSearchable: false, isWarning: false, ...changes };
}

export async function askFields(ask: Ask): Promise<void> {
  const { ids } = await ask("fields.create", {
    body: { fields: [fieldOf("Wrist"), fieldOf("Metal", { kind: "choices" })] },
  });
  const [wrist] = await ask("fields.list");
  const of = { params: { id: wrist?.id } };
  await ask("fields.update", { ...of, body: { ...fieldOf("Wrist (cm)"), version: wrist?.version } });
  await ask("fields.order", { body: { fields: ids.map((id) => ({ id, group: "Sizes" })) } });
  await ask("fields.usage", of);
  await ask("fields.delete", of);
}
