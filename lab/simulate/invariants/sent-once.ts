import type { Invariant } from "./invariant.ts";

export const sentOnce: Invariant = {
  name: "sent once",
  says: "No email arrives twice, whatever the mail server answered.",
  async check({ world }) {
    const seen = new Map<string, number>();
    for (const { messageId } of world.mailboxes) seen.set(messageId, (seen.get(messageId) ?? 0) + 1);
    return world.mailboxes
      .filter(({ messageId }) => (seen.get(messageId) ?? 0) > 1)
      .map(
        ({ to, subject, at, messageId }) => `${new Date(at).toISOString()} ${messageId} to ${to}: ${subject}`,
      );
  },
};
