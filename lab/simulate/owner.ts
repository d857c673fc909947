import { wallAt } from "#lib/time/zone.ts";
import { newId } from "#server/platform/db/id.ts";
import { now } from "./machine.ts";
import { nextMark, type Store, ZONES } from "./store.ts";
import { DAY, type Person, type Said, type World } from "./world.ts";

export async function fallIll(world: World, store: Store) {
  const [owner] = store.people as [Person];
  const { random } = store;
  const away = awayOf(store);
  const { params } = away;
  const { status, body } = await world.ask("people.planAway", owner, {
    params,
    body: { ...away.form, rows: [] },
  });
  if (status !== 200 || body.rows.length === 0) return;
  const key = newId();
  const said = await world.ask("people.setAway", owner, { params, body: away.chosen(body, key) }, { key });
  if (said.status !== 200 || !random.chance(0.4)) return;
  const { id, version } = said.body.booking;
  await world.ask("bookings.undo", owner, { params: { id }, body: { version } });
}

export function awayOf({ random, people }: Store) {
  const day = (ahead: number) => new Date(now() + ahead * DAY).toISOString().slice(0, 10);
  const first = random.between(0, 4);
  const form = {
    ...{ from: day(first), to: day(first + random.between(0, 2)), when: "DAYS" as const },
    ...{ how: random.pick(["COLLEAGUES", "OWN", "CANCEL"] as const), colleagues: null, tell: true, line: "" },
  };
  const chosen = ({ rows }: Said<"people.planAway">["body"], key: string) => ({
    ...form,
    rows: rows.map(({ id, version, act, to }) => ({
      ...{ id, version, act },
      ...(to && { personId: to.personId, startsAt: to.startsAt, allow: to.reasons }),
    })),
    key,
  });
  return { params: { id: random.pick(people).id }, form, chosen };
}

export async function mailCampaign(world: World, store: Store) {
  const [owner] = store.people as [Person];
  const recent = [
    [{ field: "added", period: { last: { count: store.random.between(1, 3), unit: "days" } } }],
  ];
  const where = JSON.stringify(store.customers.length > 20 ? recent : []);
  const body = { name: nextMark(store, "campaign "), templateId: store.newsId, where };
  const made = await world.ask("campaigns.create", owner, { body }, { key: newId() });
  if (made.status !== 200) return;
  const params = { id: made.body.id };
  const { status: found, body: campaign } = await world.ask("campaigns.get", owner, { params });
  if (found !== 200) return;
  await world.ask(
    "campaigns.schedule",
    owner,
    { params, body: { at: null, version: campaign.version } },
    { key: newId() },
  );
  if (store.random.chance(0.3)) await world.ask("campaigns.stop", owner, { params });
}

export async function moveStore(world: World, store: Store) {
  if (!store.random.chance(0.2)) return;
  const [owner] = store.people as [Person];
  const timezone = store.random.pick(ZONES);
  for (let status = 0; status === 0 || status >= 500; ) {
    ({ status } = await world.ask("organization.setTimezone", owner, { body: { timezone } }));
    if (status === 200) store.timezone = timezone;
    store.movedAt = now();
  }
}

export async function moveRule(world: World, store: Store) {
  const [owner] = store.people as [Person];
  const hour = new Date(wallAt(now(), store.timezone)).getUTCHours();
  if (hour < 10 || hour > 20) return;
  const { status, body } = await world.ask("automations.list", owner);
  const rule = status === 200 ? body.find(({ id }) => id === store.automationId) : undefined;
  if (!rule?.trigger) return;
  const { name, condition, action, version } = rule;
  const trigger = { ...rule.trigger, schedule: `0 9,${hour + 1} * * *` };
  const edited = { name, trigger, condition, action, version };
  await world.ask("automations.update", owner, { params: { id: store.automationId }, body: edited });
}

/** Starts or stops requiring consent for marketing, which no contact has given. */
export async function changeConsent(world: World, store: Store) {
  if (!store.random.chance(0.2)) return;
  const [owner] = store.people as [Person];
  const last = store.onlyConsented.at(-1);
  const isOn = last?.until === Number.POSITIVE_INFINITY;
  if (isOn) last.until = now();
  const { status } = await world.ask("organization.setConsent", owner, { body: { onlyConsented: !isOn } });
  if (status !== 200) return;
  if (!isOn) store.onlyConsented.push({ since: now(), until: Number.POSITIVE_INFINITY });
}
