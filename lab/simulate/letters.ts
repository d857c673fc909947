import { newId } from "#server/platform/db/id.ts";
import type { Mail, Mailbox } from "./imap.ts";
import { now, sleep } from "./machine.ts";
import { mark, newCustomer, type Store } from "./store.ts";
import { DAY, HOUR, type Person, type World } from "./world.ts";

type Scene = { world: World; store: Store; person: Person; box: Mailbox };

/** What happens in people's mailboxes in a day. */
export function planLetters(world: World, stores: Store[], from: number): void {
  world.mailboxServer.planDay(from);
  for (const box of world.mailboxServer.boxes) {
    for (const store of stores) {
      const person = store.people.find(({ id }) => id === box.userId);
      if (!person) continue;
      for (let n = 0; n < 14; n++)
        void sleep(Math.max(0, from + store.random.between(0, DAY) - now())).then(() =>
          happen({ world, store, person, box }),
        );
    }
  }
}

async function happen(scene: Scene): Promise<void> {
  const { store, box } = scene;
  const turn = store.random.between(0, 13);
  const customer = store.customers.length > 0 ? store.random.pick(store.customers) : undefined;
  // Their contact may be in the trash, and return.
  const former = store.trash.at(-1)?.mark;
  if (turn < 6) {
    const email = former && store.random.chance(0.3) ? former : customer?.email;
    if (email) box.put("INBOX", mailFrom(scene, email));
  } else if (turn < 8) {
    if (customer)
      box.put("Sent", { ...mailFrom(scene, box.address), to: [{ name: "", address: customer.email }] });
  } else if (turn < 9) answerElsewhere(scene);
  else if (turn < 11) await becomeContact(scene);
  else if (turn < 13) moveOld(scene);
  else if (store.random.chance(0.4)) renumber(scene);
}

function mailFrom({ store, box }: Scene, address: string): Mail {
  const id = newId();
  return {
    ...{ messageId: `<${id}@mail.example>`, inReplyTo: null, refs: [], subject: `About ${id.slice(-6)}` },
    ...{ from: { name: "", address }, to: [{ name: store.name, address: box.address }] },
    ...{ text: `Hello, this is ${id}.`, arrivedAt: now() },
  };
}

/** From an address that nobody knows, to an email of the store. */
function answerElsewhere(scene: Scene): void {
  const { world, store, box } = scene;
  const known = new Set(store.customers.map(({ email }) => email));
  const ours = world.mailboxes.slice(-60).filter(({ to }) => known.has(to));
  if (ours.length === 0) return;
  const { messageId } = store.random.pick(ours);
  const mail = mailFrom(scene, `elsewhere-${newId().slice(-8)}@example.net`);
  box.put("INBOX", { ...mail, inReplyTo: messageId, refs: [messageId] });
}

/** A person writes before they are a contact. */
async function becomeContact(scene: Scene): Promise<void> {
  const { world, store, person, box } = scene;
  const body = newCustomer(store);
  box.put("INBOX", mailFrom(scene, body.email));
  await sleep(store.random.between(0, 20 * HOUR));
  // Most often while the mailbox is read.
  if (store.random.chance(0.8)) while (!world.mailboxServer.isOpen()) await sleep(HOUR / 2);
  const said = await world.ask("contacts.create", person, { body }, { key: newId() });
  mark(store, "contact", body.email, said);
  if (said.status === 200) store.customers.push({ ...body, id: said.body.id });
}

function moveOld({ store, box }: Scene): void {
  const [from, to] = store.random.pick([
    ["INBOX", "Archive"],
    ["Archive", "INBOX"],
  ] as const);
  const { mails } = box.folder(from);
  const old = [...mails].filter(([, { arrivedAt }]) => arrivedAt < now() - 1.5 * DAY);
  if (old.length === 0) return;
  const [uid, mail] = store.random.pick(old);
  mails.delete(uid);
  box.put(to, mail);
}

/** A server that was restored gives its emails other numbers, in another order. */
function renumber({ store, box }: Scene): void {
  const folder = box.folder(store.random.pick(["INBOX", "Sent"]));
  const mails = [...folder.mails.values()].reverse();
  folder.mails.clear();
  folder.validity += 1;
  folder.next = 1;
  for (const mail of mails) folder.mails.set(folder.next++, mail);
}
