import { now, sleep } from "./machine.ts";
import { anyOf, mark, newCustomer, nextMark, type Store } from "./store.ts";
import type { Said, World } from "./world.ts";

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export async function visit(world: World, store: Store): Promise<void> {
  const { random } = store;
  if (offered(world, store) && random.chance(0.6)) return takeOffer(world, store);
  const turn = random.between(0, 99);
  if (turn < 54) return book(world, store);
  if (turn < 66) return cancel(world, store);
  if (turn < 76) return move(world, store);
  if (turn < 84) return wait(world, store);
  if (turn < 92) return takeOffer(world, store);
  return unsubscribe(world, store);
}

const addressOf = ({ random }: Store) => `10.${random.between(1, 250)}.${random.between(1, 250)}.7`;

async function freeTime(world: World, store: Store, token?: string): Promise<string | undefined> {
  const { random, slug } = store;
  const from = day(now() + random.between(0, 6) * 86_400_000);
  const query = { from, to: day(Date.parse(from) + 4 * 86_400_000), ...(token && { token }) };
  const said = await world.ask(
    "visitor.slots",
    null,
    { params: { slug }, query },
    { address: addressOf(store) },
  );
  if (said.status !== 200) return;
  const slots = said.body.days.flatMap((one) => one.slots);
  return slots.length > 0 ? random.pick(slots) : undefined;
}

async function book(world: World, store: Store): Promise<void> {
  const startsAt = await freeTime(world, store);
  if (startsAt) await bookAt(world, store, startsAt);
}

/** Visitors whose page shows free times from before an outage. */
export async function bookUnread(world: World, store: Store): Promise<void> {
  for (const calendar of world.calendarServer.calendars) {
    if (!store.people.some(({ id }) => id === calendar.userId)) continue;
    await sleep(store.random.between(6, 12) * 60_000);
    for (let tries = 0; tries < 3; tries++) {
      const startsAt = new Date(world.calendarServer.openTime(calendar)).toISOString();
      await bookAt(world, store, startsAt, calendar.userId);
    }
  }
}

async function bookAt(world: World, store: Store, startsAt: string, personId?: string): Promise<void> {
  const { random } = store;
  const known =
    store.customers.length > 0 && random.chance(0.4) ? random.pick(store.customers) : newCustomer(store);
  const key = nextMark(store, "visit-");
  if (random.chance(0.06)) world.gone.add(known.email);
  const body = {
    ...{
      startsAt,
      name: `${known.firstName} ${known.lastName}`,
      email: known.email,
      phoneNumber: "",
      note: "",
      ...(personId && { personId }),
    },
    ...{ timezone: random.pick(["UTC", "Asia/Tokyo", "America/Los_Angeles"]), key, website: "" },
  };
  const said = await world.ask(
    "visitor.book",
    null,
    { params: { slug: store.slug }, body },
    { key, address: addressOf(store) },
  );
  mark(store, "booking", key, said);
  if (said.status !== 200) return;
  const { cancelToken, moveToken } = said.body;
  store.visits.push({ key, email: known.email, cancelToken, moveToken, old: [] });
}

async function cancel(world: World, store: Store): Promise<void> {
  const moved = store.visits.slice(-40).filter(({ old }) => old.length > 0);
  const from = moved.length > 0 && store.random.chance(0.3) ? moved : store.visits;
  const found = from.length > 0 ? store.random.pick(from) : undefined;
  if (!found?.cancelToken) return;
  const params = { token: found.cancelToken };
  if (found.moveToken && store.random.chance(0.15)) return cancelByLinkToMove(world, store, found.moveToken);
  const [old] = found.old;
  if (old && from === moved) return cancelByOldLink(world, store, params, old);
  await world.ask("visitor.booking", null, { params }, { address: addressOf(store) });
  await world.ask("visitor.cancel", null, { params }, { address: addressOf(store) });
}

async function cancelByLinkToMove(world: World, store: Store, token: string) {
  const { status } = await world.ask(
    "visitor.cancel",
    null,
    { params: { token } },
    { address: addressOf(store) },
  );
  if (status === 200) world.problems.push(`The link to move an appointment cancelled it: ${token}`);
}

async function cancelByOldLink(world: World, store: Store, params: { token: string }, old: string) {
  const status = async () => {
    const said = await world.ask("visitor.booking", null, { params }, { address: addressOf(store) });
    return said.status === 200 ? said.body.status : undefined;
  };
  const before = await status();
  const said = await world.ask(
    "visitor.cancel",
    null,
    { params: { token: old } },
    { address: addressOf(store) },
  );
  if (said.status !== 200 || before !== "CONFIRMED") return;
  if ((await status()) === "CANCELLED")
    world.problems.push(`An old link cancelled the appointment of ${old}`);
}

async function move(world: World, store: Store): Promise<void> {
  const found = store.visits.length > 0 ? store.random.pick(store.visits) : undefined;
  if (!found?.moveToken) return;
  const startsAt = await freeTime(world, store, found.moveToken);
  if (!startsAt) return;
  const input = { params: { token: found.moveToken }, body: { startsAt } };
  const said = await world.ask("visitor.move", null, input, { address: addressOf(store) });
  if (said.status !== 200) return;
  if (found.cancelToken) found.old.push(found.cancelToken);
  found.cancelToken = said.body.cancelToken ?? found.cancelToken;
  found.moveToken = said.body.moveToken ?? found.moveToken;
}

async function wait(world: World, store: Store): Promise<void> {
  const from = day(now() + store.random.between(0, 2) * 86_400_000);
  const personId = store.random.chance(0.5) ? store.random.pick(store.people).id : null;
  await joinLine(world, store, from, personId);
  if (store.random.chance(0.8)) await joinLine(world, store, from, personId);
}

async function joinLine(world: World, store: Store, from: string, personId: string | null): Promise<void> {
  const { firstName, lastName, email } = newCustomer(store);
  const key = nextMark(store, "wish-");
  const body = {
    ...{ from, to: from, timeOfDay: "ANY", personId, key, captcha: "" },
    ...{ name: `${firstName} ${lastName}`, email, timezone: "UTC", website: "" },
  };
  const said = await world.ask(
    "visitor.wish",
    null,
    { params: { slug: store.slug }, body },
    { key, address: addressOf(store) },
  );
  if (said.status === 200) store.waiting.push({ token: said.body.token, email });
}

async function takeOffer(world: World, store: Store): Promise<void> {
  // At night, they see an offer before its email leaves.
  const any = anyOf(store, store.random.chance(0.6) ? store.waiting.slice(-4) : store.waiting);
  const found = offered(world, store) ?? any;
  if (!found || found.isAsking) return;
  found.isAsking = true;
  const params = { token: found.token };
  const look = () => world.ask("visitor.waiting", null, { params }, { address: addressOf(store) });
  const { status, body } = await look();
  if (status === 200 && body.offer) {
    if (store.random.chance(0.3)) await bookOver(world, store, body.offer, look);
    const name = store.random.chance(0.6) ? "visitor.takeOffer" : "visitor.declineOffer";
    await world.ask(name, null, { params, body: { offerId: body.offer.id } }, { address: addressOf(store) });
  }
  found.isAsking = false;
}

const PATIENCE_MS = 25 * 60_000;

/** Who got an offer by email a few minutes ago. */
function offered(world: World, { waiting }: Store): Store["waiting"][number] | undefined {
  const recent = new Set<string>();
  for (let i = world.mailboxes.length - 1; i >= 0; i--) {
    const { at, to, subject } = world.mailboxes[i] ?? {};
    if ((at ?? 0) < now() - PATIENCE_MS) break;
    if (to && subject?.startsWith("A time opened up")) recent.add(to);
  }
  return waiting.findLast(({ email }) => recent.has(email));
}

type Offer = NonNullable<Said<"visitor.waiting">["body"]["offer"]>;

/** Another visitor asks each person for a reserved time. */
async function bookOver(
  world: World,
  store: Store,
  { startsAt, heldUntil }: Offer,
  look: () => Promise<Said<"visitor.waiting">>,
): Promise<void> {
  for (const { id } of store.people) await bookAt(world, store, startsAt ?? "", id);
  const { status, body } = await look();
  // The hosts' clocks differ.
  const isHeld = Date.parse(heldUntil ?? "") > now() + 11 * 60_000;
  if (status === 200 && !body.offer && isHeld)
    world.problems.push(`A visitor booked over the offer of ${startsAt}, held until ${heldUntil}`);
}

/** A scanner follows the link first, which must change nothing. */
async function unsubscribe(world: World, store: Store): Promise<void> {
  const mails = world.mailboxes.filter(({ unsubscribe: url, to }) => url && store.marked.has(to));
  if (mails.length === 0) return;
  const { unsubscribe: url, to } = store.random.pick(mails);
  const params = { token: url.split("/").at(-1) ?? "" };
  await world.ask("mails.subscription", null, { params }, { address: addressOf(store) });
  if (store.random.chance(0.5)) return;
  const { status } = await world.ask("mails.unsubscribe", null, { params }, { address: addressOf(store) });
  if (status !== 200) return;
  store.refused.set(to, now());
  store.unsubscribed.add(to);
}
