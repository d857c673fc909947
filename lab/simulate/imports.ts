import { newId } from "#server/platform/db/id.ts";
import { now, sleep } from "./machine.ts";
import { mark, newCustomer, type Store } from "./store.ts";
import { HOUR, type Person, type World } from "./world.ts";

const FIRST_MS = 5_000;
/** Hosts may be down for minutes. */
const PATIENCE_MS = HOUR;

export async function importFile(world: World, store: Store, person: Person): Promise<void> {
  const { random } = store;
  const fresh = Array.from({ length: random.between(1, 12) }, () => newCustomer(store));
  const known = store.customers.filter(() => random.chance(0.1)).slice(-20);
  const lines = [...fresh, ...known].map(
    ({ firstName, lastName, email }) => `${firstName},${lastName},${email},Came by`,
  );
  const file = Buffer.from(`First name,Last name,Email,Note\n${lines.join("\n")}\n`);
  const doubt = () => {
    for (const { email } of fresh) mark(store, "contact", email, { status: 0 });
  };
  const created = { name: `people-${store.count}.csv`, bytes: file.length, kind: "contacts" as const };
  const { status, body } = await world.ask("imports.create", person, { body: created }, { key: newId() });
  if (status !== 200) return;
  const params = { id: body.id };
  const upload = { part: 0, data: file.toString("base64") };
  const states = (...wanted: string[]) => stateOf(world, person, params.id, wanted);
  if ((await world.ask("imports.upload", person, { params, body: upload })).status !== 200) return;
  if ((await states("checked", "failed")) !== "checked") return;
  const started = await world.ask("imports.start", person, { params });
  if (started.status !== 200 && started.status !== 0) return;
  doubt();
  if ((await states("done", "failed", "stopped")) !== "done") return;
  if (random.chance(0.4)) {
    const reverted = await world.ask("imports.revert", person, { params });
    if (reverted.status !== 200) return;
    if ((await states("reverted")) !== "reverted") return;
    for (const { email } of fresh) mark(store, "contact", email, { status: 400 });
    return;
  }
  for (const { email } of fresh) mark(store, "contact", email, { status: 200 });
}

async function stateOf(world: World, person: Person, id: string, wanted: string[]): Promise<string> {
  const until = now() + PATIENCE_MS;
  for (let pause = FIRST_MS; now() < until; pause *= 1.5) {
    await sleep(pause);
    const { status, body } = await world.ask("imports.get", person, { params: { id } });
    if (status === 200 && wanted.includes(body.state)) return body.state;
  }
  return "late";
}
