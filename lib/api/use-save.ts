import type { ActName, Answer, Body } from "#lib/contract/contract.ts";
import type { Entity } from "#lib/contract/routes.ts";
import { useReload } from "./cache.ts";
import type { Refusal } from "./refusal.ts";
import { useAct } from "./use-act.ts";

type Saved = { [E in Entity]: `${E}.create` | `${E}.update` extends ActName ? E : never }[Entity];
type Form<E extends Saved> = Body<`${E}.create`>;

/** Section 7 has the id in the body too. */
const WITH_ID: readonly Saved[] = ["notes", "products"];

type Options<E extends Saved> = {
  onCreated?: (answer: Answer<`${E}.create`>, form: Form<E>) => Promise<void> | void;
};

/** `save` resolves to why the form must stay open, or null; `reload` reads a record that someone else has changed. */
export function useSave<E extends Saved>(
  entity: E,
  record: { id: string; version?: number } | undefined,
  { onCreated }: Options<E> = {},
) {
  const creating: ActName = `${entity}.create`;
  const updating: ActName = `${entity}.update`;
  const create = useAct(creating).act;
  const update = useAct(updating).act;
  const reload = useReload(updating);

  async function save(form: Form<E>, version?: number): Promise<Refusal | null> {
    if (record) {
      const { id } = record;
      const body = { ...(form as object), ...(WITH_ID.includes(entity) && { id }), version };
      return (await update({ params: { id }, body } as never)).refused;
    }
    const outcome = await create({ body: form } as never);
    if (outcome.ok) await onCreated?.(outcome.answer as Answer<`${E}.create`>, form);
    return outcome.refused;
  }

  const label = record ? "Save" : "Create";
  const modal = { version: record?.version, submitLabel: label, onSubmit: save, onReload: reload };
  return { save, reload, modal };
}
