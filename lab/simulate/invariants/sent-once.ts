import { type Invariant, isNew, lines, rowsOf, sql } from "./invariant.ts";

export const sentOnce: Invariant = {
  name: "sent once",
  says: "No email and no campaign arrives twice, whatever the mail server answered.",
  async check(look) {
    const { world } = look;
    const twins = await rowsOf(
      look,
      sql`select campaign_id, lower(to_address) as address, count(*)::int from mails m
        where campaign_id in (select campaign_id from mails n where ${isNew(look, "n")}) and state = 'sent' and not is_resent and to_address <> ''
        group by 1, 2 having count(*) > 1`,
    );
    const seen = new Map<string, number>();
    for (const { messageId } of world.mailboxes) seen.set(messageId, (seen.get(messageId) ?? 0) + 1);
    const twice = world.mailboxes
      .filter(({ messageId }) => (seen.get(messageId) ?? 0) > 1)
      .map(
        ({ to, subject, at, messageId }) => `${new Date(at).toISOString()} ${messageId} to ${to}: ${subject}`,
      );
    return [...lines(twins), ...twice];
  },
};
