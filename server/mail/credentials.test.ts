/** @jest-environment node */
import { ProviderError } from "../providers/provider.ts";
import { MINUTE, mailTests, zoe } from "./testing-mail.ts";

const tests = mailTests();
const { clock, mailbox, mailShop, sendAll } = tests;

test("a mailbox that refuses us pauses the rule, tells staff and rests; the mail waits", async () => {
  const { store } = await mailShop();
  await store.account("imap");
  const automation = await store.automation();
  await store.queue(automation, await store.contact(zoe.address));
  await store.queue(automation, await store.contact("amara@example.com"));
  let asked = 0;
  const refusing = mailbox(async () => {
    asked += 1;
    throw new ProviderError("credentials", "The mail server does not let us in");
  });
  await sendAll(undefined, refusing);
  // Both are due at the same moment, so either may be the one that is tried.
  const reasons = (await store.mails()).map(({ state, reason }) => [state, reason]);
  expect(reasons).toHaveLength(2);
  expect(reasons).toContainEqual(["queued", null]);
  expect(reasons).toContainEqual(["queued", "The mail server does not let us in"]);
  expect(await store.readAutomation(automation)).toMatchObject({
    isActive: false,
    pausedReason: "The mail server does not let us in",
    nextRunAt: null,
  });
  expect((await store.readAccount())?.error).toContain("Connect it again");
  clock.now += 29 * MINUTE;
  await sendAll(undefined, refusing);
  expect(asked).toBe(1);

  clock.now += MINUTE;
  const sent: string[] = [];
  const works = mailbox(async ({ to }) => void sent.push(to.address));
  await sendAll(undefined, works);
  expect(sent).toHaveLength(1);
  expect((await store.readAccount())?.error).toBeNull();
  clock.now += 2_000;
  await sendAll(undefined, works);
  expect(sent.sort()).toEqual(["amara@example.com", zoe.address]);
  for (const { state } of await store.mails()) expect(state).toBe("sent");
});
