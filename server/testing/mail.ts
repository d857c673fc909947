import { queueMail } from "#server/connections/mail/queue.ts";
import { createMailSender } from "#server/connections/mail/sender.ts";
import type { Transport } from "#server/connections/mail/transport.ts";
import type { Outgoing } from "#server/connections/providers/provider.ts";
import type { Host } from "#server/platform/handler.ts";
import { testHost } from "./host.ts";
import { mailStore } from "./mail-store.ts";
import { type Sink, startSink } from "./sink.ts";

export const NINE = Date.parse("2026-07-01T08:00:00Z");
export const MINUTE = 60_000;
export const zoe = { address: "zoe@example.com", name: "Zoë Frost" };

type FindTransport = (host: Host, organizationId: string) => Promise<Transport | null>;

export function mailTests() {
  const clock = { now: NINE };
  const events: object[] = [];
  const tested = testHost({ clock: () => new Date(clock.now) });
  const sinks: Sink[] = [];
  beforeEach(async () => {
    clock.now = NINE;
    events.length = 0;
    const database = await tested.database();
    for (const table of ["mails", "incidents"]) {
      await database.system((db) => db.execute(`delete from ${table}`));
    }
  });
  afterEach(async () => {
    await Promise.all(sinks.splice(0).map((sink) => sink.close()));
  });

  function sender(host: Host, findTransport?: FindTransport) {
    const log = (event: string, fields = {}) => void events.push({ event, ...fields });
    return createMailSender(host, { log, ...(findTransport && { findTransport }) });
  }

  return {
    ...tested,
    clock,
    events,
    sender,

    async mailShop() {
      const shop = await tested.shop();
      return { ...shop, store: mailStore(await tested.host(), shop.id) };
    },

    async withSink(options: Parameters<typeof startSink>[0] = {}): Promise<{ host: Host; sink: Sink }> {
      const sink = await startSink(options);
      sinks.push(sink);
      const smtp = { host: "127.0.0.1", port: sink.port, secure: false, from: "crm@example.com" };
      return { host: { ...(await tested.host()), smtp }, sink };
    },

    async sendAll(host?: Host, findTransport?: FindTransport): Promise<void> {
      const sending = sender(host ?? (await tested.host()), findTransport);
      await sending.run();
      await sending.finish();
    },

    mailbox(send: (mail: Outgoing) => Promise<void>): FindTransport {
      return async (host, organizationId) => {
        const account = (await mailStore(host, organizationId).readAccount()) ?? null;
        return { via: "imap", from: "hello@store.example.com", account, send };
      };
    },

    async notice(organizationId: string, changes: object = {}): Promise<string> {
      const { database } = await tested.host();
      const dueAt = new Date(clock.now);
      const words = { kind: "notice", subject: "Hello", text: "Good morning" } as const;
      return database.tenant(organizationId, (db) => queueMail(db, { to: zoe, dueAt, ...words, ...changes }));
    },
  };
}
