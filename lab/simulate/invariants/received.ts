import type { Mail, Mailbox } from "../imap.ts";
import { now } from "../machine.ts";
import { DAY, HOUR } from "../world.ts";
import { type Invariant, type Look, rowsOf, sql } from "./invariant.ts";

type Contact = { id: string; email: string; merged: string[]; changedAt: string };
type Letter = { messageId: string; contactId: string; address: string; text: string };

export const received: Invariant = {
  name: "received",
  says: "Each email between a contact and a connected mailbox is there once, with its text, for that contact.",
  async check(look) {
    const wrong: string[] = [];
    for (const box of look.world.mailboxServer.boxes) {
      const mails = Object.values(box.folders).flatMap(({ mails: its }) => [...its.values()]);
      wrong.push(
        ...(await wrongIn(
          look,
          box,
          mails.filter(({ arrivedAt }) => arrivedAt > now() - 4 * DAY),
        )),
      );
    }
    return wrong;
  },
};

async function wrongIn(look: Look, box: Mailbox, mails: Mail[]): Promise<string[]> {
  const { userId, address } = box;
  const archived = new Set(box.folder("Archive").mails.values());
  const ids = sql`${sql.param(mails.map(({ messageId }) => messageId))}::text[]`;
  const letters = await rowsOf<Letter>(
    look,
    sql`select message_id as "messageId", contact_id as "contactId", address, text from letters
      where user_id = ${userId} and message_id = any(${ids}) and state is null`,
  );
  const found = Map.groupBy(letters, ({ messageId }) => messageId);
  const others = mails.flatMap((mail) => otherOf(mail, address) ?? []);
  const contacts = await rowsOf<Contact>(
    look,
    // A contact that returns from the trash has its former times.
    sql`select id, email_key as email, merged, greatest(updated_at, created_at, (select max(at) from journal j
        where j.organization_id = c.organization_id and j.record_id = c.id)) as "changedAt" from contacts c
      where organization_id = (select organization_id from users where id = ${userId})
        and email_key = any(${sql.param(others)}::text[])`,
  );
  const answered = await rowsOf<Contact & { messageId: string }>(
    look,
    sql`select m.message_id as "messageId", c.id, c.merged, greatest(c.updated_at, m.sent_at, (select max(at) from journal j
        where j.organization_id = c.organization_id and j.record_id = c.id)) as "changedAt" from mails m
      join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
      where m.message_id = any(${sql.param(mails.flatMap(({ inReplyTo }) => inReplyTo ?? []))}::text[])
        and m.organization_id = (select organization_id from users where id = ${userId}) and m.kind <> 'notice'`,
  );
  const readBefore = look.world.mailboxServer.readBefore();
  return mails.flatMap((mail) => {
    const there = found.get(mail.messageId ?? "") ?? [];
    const theirs = contacts.filter(({ email }) => email === otherOf(mail, address));
    const ours = answered.filter(({ messageId }) => messageId === mail.inReplyTo);
    const known = theirs.length > 0 ? theirs : ours;
    const say = (what: string) => `${what}: ${JSON.stringify({ mail, there, known })}`;
    // Merged contacts keep their copies, which are shown once.
    const isKept = ({ id, merged }: Contact) => {
      const cards = there.map(({ contactId }) => contactId).filter((one) => [id, ...merged].includes(one));
      return cards.length > 0 && new Set(cards).size === cards.length;
    };
    const isDue = ({ changedAt }: Contact) => {
      const since = Math.max(mail.arrivedAt, Date.parse(changedAt) + HOUR);
      // Nobody reads the archive, where emails are moved after a day and a half.
      const wasRead = since < mail.arrivedAt + DAY / 2;
      return since < readBefore && (wasRead || (!archived.has(mail) && (mail.putAt ?? 0) < readBefore));
    };
    if (known.some((contact) => isDue(contact) && !isKept(contact))) return [say("missing or twice")];
    if (there.some(({ text }) => text !== mail.text)) return [say("another text")];
    const isStrange = !mail.inReplyTo && there.some((one) => one.address !== otherOf(mail, address));
    return isStrange ? [say("another contact")] : [];
  });
}

const otherOf = ({ from, to }: Mail, own: string) =>
  [from, ...to].find((one) => one && one.address !== own)?.address;
