import type { Answer } from "#lib/contract/contract.ts";
import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

test("shows added and removed tags and relations of each contact", async () => {
  const { user } = await host.shop();
  const zoe = await make.contact(user);
  const daniel = await make.contact(user, {
    firstName: "Daniel",
    lastName: "Frost",
    email: "d@example.com",
    phoneNumber: "",
  });
  const called = async (name: Parameters<typeof host.call>[0], input: object) => {
    const answer = await host.call(name, user, input);
    expect([name, answer.status]).toEqual([name, 200]);
    return answer.body as { id: string };
  };
  const changesOf = async (id: string, query: object = {}) => {
    const answer = await host.call("timeline.ofContact", user, {
      params: { id },
      query: { kind: "change", ...query },
    });
    const entries = answer.body as Answer<"timeline.ofContact">;
    return entries.flatMap(({ change }) => (change?.about ? [[change.action, change.about]] : []));
  };
  const tag = await called("contacts.addTag", { params: { id: zoe }, body: { name: "VIP" } });
  await called("contacts.removeTag", { params: { id: zoe }, body: { tagId: tag.id } });
  const body = { contactId: zoe, other: { id: daniel, name: "" }, name: "Husband", otherName: "Wife" };
  const relation = await called("relations.create", { body });
  const husband = { kind: "relation", name: "Husband", other: "Daniel Frost" };
  const vip = { kind: "tagging", name: "VIP", other: null };
  expect(await changesOf(zoe)).toEqual([
    ["created", husband],
    ["deleted", vip],
    ["created", vip],
  ]);
  expect(await changesOf(daniel)).toEqual([
    ["created", { kind: "relation", name: "Wife", other: "Zoë O’Brien-Nguyễn" }],
  ]);
  await called("relations.delete", { params: { id: relation.id } });
  expect((await changesOf(zoe))[0]).toEqual(["deleted", husband]);
  expect(await changesOf(zoe, { search: "vip" })).toHaveLength(2);
  const head = (await host.call("timeline.head", user, { params: { id: zoe } }))
    .body as Answer<"timeline.head">;
  expect(head.counts.find(({ kind }) => kind === "change")?.count).toBe(5);
});
