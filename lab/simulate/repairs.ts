import { repairStates } from "#lib/contract/repair-terms.ts";
import { newId } from "#server/platform/db/id.ts";
import { now } from "./machine.ts";
import { mark, nextMark, type Store } from "./store.ts";
import { DAY, type Person, type Said, type World } from "./world.ts";

type Repair = Store["repairs"][number];

const RECENT = 15;

export async function workOnRepair(world: World, store: Store, person: Person): Promise<void> {
  const { random } = store;
  const recent = store.repairs.slice(-RECENT);
  if (recent.length === 0 || random.chance(0.3)) return takeIn(world, store, person);
  const repair = random.pick(recent);
  const params = { id: repair.id };
  const { status, body } = await world.ask("repairs.get", person, { params });
  if (status !== 200) return;
  const from = body.state;
  const turn = random.between(0, 19);
  if (turn < 9) await world.ask("repairs.move", person, { params, body: nextState(store, from) });
  else if (turn < 13) await handOver(world, store, person, { repair, from });
  else if (turn < 16) await undo(world, store, person, { repair, from });
  else if (turn < 18) await approve(world, store, person, body);
  else {
    await world.ask("repairs.delete", person, { params: { id: recent.at(-1)?.id ?? "" } });
    await takeIn(world, store, person);
  }
}

async function takeIn(world: World, store: Store, person: Person) {
  const { random, customers } = store;
  if (customers.length === 0) return;
  const customer = random.pick(customers);
  const name = nextMark(store, "r");
  const body = {
    ...{
      contact: { id: customer.id, name: "" },
      name,
      kind: "RING" as const,
      personId: random.pick(store.people).id,
    },
    ...{ promisedDay: new Date(now() + 7 * DAY).toISOString().slice(0, 10), estimate: "UP_TO" as const },
    lines: [{ name: "Resize", note: null, amount: (random.between(1_000, 20_000) / 100).toFixed(2) }],
  };
  const reserved = random.chance(0.5) ? await world.ask("repairs.reserve", person, {}) : null;
  const draft = reserved?.status === 200 ? reserved.body.draft : undefined;
  const said = await world.ask("repairs.create", person, { body: { ...body, draft } }, { key: newId() });
  mark(store, "repair", name, said);
  if (said.status !== 200) return;
  const { id, number, token } = said.body;
  if (store.repairs.some((other) => other.number === number))
    world.problems.push(`Two repairs of ${store.name} have the number ${number}`);
  store.repairs.push({ id, number: number ?? 0, token, invoice: null });
}

export function nextState({ random }: Store, from: string) {
  const state = random.pick(repairStates.filter((one) => one !== from && one !== "HANDED_OVER"));
  return {
    ...{ from, state },
    ...(state === "AWAY" && { workshop: "Harbor Stone Setting" }),
    ...(state === "RETURNED" && { reason: "The stone is too thin" }),
  };
}

type Seen = { repair: Repair; from: string };

async function handOver(world: World, store: Store, person: Person, { repair, from }: Seen) {
  const { random } = store;
  const invoiceNumber = nextMark(store, "s");
  const productCategory = { id: random.pick(store.products), name: "" };
  const sale = random.chance(0.8) ? { cost: "85.00", productCategory, invoiceNumber } : null;
  const body = { from, to: null, reason: random.chance(0.3) ? "Without the slip" : null, sale };
  const params = { id: repair.id };
  const said = await world.ask("repairs.handOver", person, { params, body }, { key: newId() });
  if (sale) mark(store, "sale", invoiceNumber, said);
  if (sale && said.status === 200) repair.invoice = invoiceNumber;
}

async function undo(world: World, store: Store, person: Person, { repair, from }: Seen) {
  const { status } = await world.ask("repairs.undo", person, { params: { id: repair.id }, body: { from } });
  const isUndone = status === 200 || status === 0 || status >= 500;
  if (from === "HANDED_OVER" && repair.invoice && isUndone) store.marked.delete(repair.invoice);
}

async function approve(world: World, { random }: Store, person: Person, repair: Said<"repairs.get">["body"]) {
  const { id, token } = repair;
  const params = { token: token ?? "" };
  const { status, body } = await world.ask("visitor.repair", null, { params });
  if (status !== 200) return;
  const { estimateVersion } = body;
  if (random.chance(0.4)) {
    const { name, kind, promisedDay, estimate } = repair;
    const lines = [{ name: "Resize", note: null, amount: (random.between(1_000, 20_000) / 100).toFixed(2) }];
    const edited = { name, kind, promisedDay, estimate, lines, personId: null };
    await world.ask("repairs.update", person, { params: { id: id ?? "" }, body: edited });
  }
  const said = await world.ask("visitor.approve", null, { params, body: { estimateVersion } });
  if (said.status === 200 && said.body.total !== body.total)
    world.problems.push(`A customer who saw ${body.total} approved ${said.body.total}`);
}
